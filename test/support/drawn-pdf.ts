import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'

type Drawn = InstanceType<typeof PDFDocument>

/** A PDF as programs write them: a text for each page, or whatever else is drawn. */
export async function drawnPdf(
  pages: readonly string[] | ((file: Drawn) => void),
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const file = new PDFDocument(options)
  if (typeof pages === 'function') pages(file)
  else
    pages.forEach((text, at) => {
      if (at > 0) file.addPage()
      file.text(text)
    })
  file.end()
  return buffer(file)
}

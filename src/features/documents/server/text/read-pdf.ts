import { fileURLToPath } from 'node:url'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { ReadText } from './text-reader.ts'

const beside = (folder: string) =>
  fileURLToPath(new URL(folder, import.meta.resolve('pdfjs-dist/package.json')))
/** Nothing of a file is run or drawn. */
const OPTIONS = {
  verbosity: 0,
  isEvalSupported: false,
  disableFontFace: true,
  useWasm: false,
  cMapUrl: beside('cmaps/'),
  standardFontDataUrl: beside('standard_fonts/'),
}
/** Beyond this a document is searched by its beginning. */
const MOST_PAGES = 1000
const MOST_ON_A_PAGE = 50_000
const MOST_IN_ALL = 3_000_000

/** The text of a PDF, page by page. */
async function readPdf(data: Uint8Array): Promise<ReadText> {
  const task = getDocument({ data: new Uint8Array(data), ...OPTIONS })
  try {
    const file = await task.promise
    const pages: string[] = []
    let length = 0
    let cut = file.numPages > MOST_PAGES
    for (let no = 1; no <= Math.min(file.numPages, MOST_PAGES) && length < MOST_IN_ALL; no++) {
      const page = await file.getPage(no)
      const { items } = await page.getTextContent()
      const whole = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      const text = storable(whole)
      cut ||= text.length > MOST_ON_A_PAGE
      pages.push(text.slice(0, MOST_ON_A_PAGE))
      length += text.length
      page.cleanup()
    }
    if (length === 0) return { state: 'no_text', pages: [] }
    return { state: cut || pages.length < file.numPages ? 'cut' : 'read', pages }
  } catch (fault) {
    return { state: (fault as Error).name === 'PasswordException' ? 'locked' : 'unreadable', pages: [] }
  } finally {
    await task.destroy()
  }
}

/** One space between words; no character that the database would refuse. */
const storable = (text: string) =>
  text
    .replace(/\0|\p{Surrogate}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

process.on('message', (data: Uint8Array) => {
  void readPdf(data).then((read) => process.send?.(read))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

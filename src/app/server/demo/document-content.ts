import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import PdfDocument from 'pdfkit'
import { xlsxFile } from '../../../platform/server/export/xlsx.ts'
import type { DemoDocument, DemoVersion } from './documents.ts'

/** Limits are written with signs that the built-in fonts lack. */
const SIGNS = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'))
const INK = '#1f2937'
const GREY = '#6b7280'

/** What a file of the demo holds: one page, or one worksheet, that says what it is. */
export const contentOf = (document: DemoDocument, no: number, version: DemoVersion): Promise<Buffer> =>
  document.format === 'xlsx' ? workbookOf(document) : pdfOf(document, no, version)

const TEXTS = {
  en: [
    'This document belongs to the demonstration of the client portal. Its text is made up; its structure, numbers and dates are those of the library.',
    'It is released by Quality. The version that is offered in the portal is the valid one; printed copies are not kept up to date.',
    'Storage: dry, at 15 to 25 °C, away from light. Refrigerated where the label says so.',
  ],
  fr: [
    'Ce document fait partie de la démonstration du portail client. Son texte est fictif, mais sa structure, ses numéros et ses dates sont ceux de la bibliothèque.',
    'Il est approuvé par l’assurance qualité. La version accessible dans le portail est celle en vigueur. Les copies imprimées ne sont pas tenues à jour.',
    'Entreposage : au sec, de 15 à 25 °C, à l’abri de la lumière. Au froid lorsque l’étiquette l’indique.',
  ],
}

/** Bilingual; the language of the document first. */
function pdfOf(document: DemoDocument, no: number, version: DemoVersion): Promise<Buffer> {
  const { title, number, description, language, productName } = document
  const pdf = new PdfDocument({
    size: 'LETTER',
    margin: 64,
    lang: language ?? 'en',
    info: { Title: title, Subject: number, CreationDate: new Date(`${version.on}T12:00:00Z`) },
  })
  pdf.font('Helvetica').fontSize(9).fillColor(GREY).text(`${number}  ·  ${no}  ·  ${version.on}`)
  pdf.moveDown(1.5).font('Helvetica-Bold').fontSize(20).fillColor(INK).text(title)
  pdf.moveDown(0.5).font('Helvetica').fontSize(11)
  for (const line of [productName, description, version.note]) if (line) pdf.text(line).moveDown(0.5)
  for (const result of document.results ?? []) pdf.font(SIGNS, 9).text(result)
  pdf.font('Helvetica', 11)
  const [first, second] = language === 'fr-CA' ? (['fr', 'en'] as const) : (['en', 'fr'] as const)
  for (const texts of [TEXTS[first], TEXTS[second]]) {
    pdf.moveDown(1)
    for (const text of texts) pdf.text(text, { align: 'left', lineGap: 2 }).moveDown(0.6)
  }
  pdf.end()
  return buffer(pdf as unknown as Readable)
}

const LIMITS = [
  ['Probiotic blends', 'KG', 100, '6-8'],
  ['Bulk capsules', 'M', 150, '8-12'],
  ['Finished products', 'UN', 5000, '12-16'],
] as const

async function* batch<Row>(rows: readonly Row[]) {
  yield rows
}

const workbookOf = ({ title }: DemoDocument): Promise<Buffer> =>
  buffer(
    Readable.from(
      xlsxFile<(typeof LIMITS)[number]>(
        [
          { heading: 'Product', kind: 'text', value: ([name]) => name },
          { heading: 'Unit', kind: 'text', value: ([, unit]) => unit },
          { heading: 'Minimum', kind: 'number', value: ([, , least]) => least },
          { heading: 'Weeks', kind: 'text', value: ([, , , weeks]) => weeks },
        ],
        batch(LIMITS),
        title.slice(0, 31),
      ),
    ),
  )

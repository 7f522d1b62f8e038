import type { CellKind, CellValue, ExportColumn } from '../../../domain/xlsx/column.ts'
import { packageParts } from '../../../domain/xlsx/package.ts'
import { cellsXml, columnName, sheetBegin, sheetEnd } from '../../../domain/xlsx/sheet.ts'
import { type ChartData, type ChartSeries, inFiles } from '../chart-data.ts'
import { storedZip } from './stored-zip.ts'

type Cell = readonly [CellKind, CellValue]
type Sheet = { name: string; headings: readonly string[]; rows: readonly (readonly Cell[])[] }

export type About = {
  /** Of the second worksheet, and of its two columns. */
  words: { sheet: string; what: string; value: string }
  rows: readonly (readonly [what: string, value: string])[]
}

const MONTH = /^\d{4}-\d\d$/
const MONEY = /^-?\d+\.\d\d$/
const FIGURE = /^-?\d+(\.\d+)?$/

/** The wire says what a value is: money comes as a decimal string of cents, all other figures as numbers. */
function kindOf(value: CellValue, of: ChartSeries['kind']): CellKind {
  if (of) return of
  if (typeof value !== 'string') return 'number'
  return MONEY.test(value) ? 'money' : FIGURE.test(value) ? 'number' : 'text'
}

function category(one: ChartData['categories'][number]): Cell {
  const value = inFiles(one)
  if (typeof value === 'number') return ['number', value]
  return [one.value !== undefined && MONTH.test(value) ? 'month' : 'text', value]
}

/** No cell is wider than this many characters at first; none narrower than a month or an amount. */
const [NARROWEST, WIDEST] = [14, 60]

function sheetXml({ headings, rows }: Sheet): string {
  const columns = headings.map((heading, at): ExportColumn<never> => {
    const texts = rows.map((row) => (row[at]?.[0] === 'text' ? String(row[at][1] ?? '').length : 0))
    const width = Math.min(WIDEST, Math.max(NARROWEST, heading.length + 3, ...texts))
    return { heading, kind: 'text', value: () => null, width }
  })
  const written = rows.map((row, at) => cellsXml(row, at + 2)).join('')
  const range = `A1:${columnName(headings.length - 1)}${rows.length + 1}`
  return sheetBegin(columns) + written + sheetEnd(range)
}

function* partsOf(sheets: readonly Sheet[]) {
  for (const [at, sheet] of sheets.entries())
    yield { name: `xl/worksheets/sheet${at + 1}.xml`, content: [sheetXml(sheet)] }
  yield* packageParts(sheets.map(({ name }) => name))
}

/**
 * The chart's figures as a workbook like those of the server: figures, months and years are real ones. A second worksheet says what
 * they are of, for a file is read where its screen is not.
 */
export function chartXlsx(
  { categoryTitle, categories, series }: ChartData,
  title: string,
  about: About,
): Blob {
  const figures: Sheet = {
    // Two worksheets of one name are a damaged workbook.
    name: title.toLowerCase() === about.words.sheet.toLowerCase() ? `${title} 1` : title,
    headings: [categoryTitle, ...series.map(({ name }) => name)],
    rows: categories.map((one, index) => [
      category(one),
      ...series.map(({ values, kind }): Cell => {
        const value = values[index] ?? null
        return [kindOf(value, kind), value]
      }),
    ]),
  }
  const { sheet, what, value } = about.words
  const said: Sheet = {
    name: sheet,
    headings: [what, value],
    rows: about.rows.map((row) => row.map((text): Cell => ['text', text])),
  }
  return new Blob([storedZip(partsOf([figures, said]))], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}

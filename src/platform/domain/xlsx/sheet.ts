import { isRisky } from '../../contract/neutralise.ts'
import type { CellKind, CellValue, ExportColumn } from './column.ts'
import { xmlText } from './xml-text.ts'

/** Places of the cell formats in the style sheet (package.ts). */
const STYLE = {
  text: 0,
  heading: 1,
  money: 2,
  number: 3,
  date: 4,
  month: 5,
  wholeMoney: 6,
  thousandths: 7,
  riskyText: 8,
  riskyHeading: 9,
} as const
const DAY_MS = 86_400_000
/** Day 0 of the workbook's calendar, right for every day since March 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30)

/** 0 → A, 25 → Z, 26 → AA. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

/** The sheet up to its heading row, which stays in sight when the rest scrolls. */
export function sheetBegin<Row>(columns: readonly ExportColumn<Row>[]): string {
  const widths = columns.map(
    ({ width, heading }, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${width ?? Math.max(10, heading.length + 3)}" customWidth="1"/>`,
  )
  const headings = columns.map(({ heading }, i) =>
    textCell(`${columnName(i)}1`, heading, isRisky(heading) ? STYLE.riskyHeading : STYLE.heading),
  )
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`
  )
}

/** Filters on the headings; and no complaint about order numbers, which are text although they look like figures. */
export const sheetEnd = (range: string): string =>
  `</sheetData><autoFilter ref="${range}"/>` +
  `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`

export const rowXml = <Row>(columns: readonly ExportColumn<Row>[], row: Row, number: number): string =>
  rowOf(
    columns.map(({ kind, value }, i) => cell(`${columnName(i)}${number}`, kind, value(row))),
    number,
  )

/** A row whose cells say themselves what they are. */
export const cellsXml = (cells: readonly (readonly [CellKind, CellValue])[], number: number): string =>
  rowOf(
    cells.map(([kind, value], i) => cell(`${columnName(i)}${number}`, kind, value)),
    number,
  )

const rowOf = (cells: readonly string[], number: number) => `<row r="${number}">${cells.join('')}</row>`

/** What a day is counted from; a month begins with its first. */
const DAY: Partial<Record<CellKind, string>> = { date: '', month: '-01' }

function cell(at: string, kind: CellKind, value: CellValue): string {
  if (value === null || value === '') return ''
  if (kind === 'text') return plainText(at, String(value))
  const day = DAY[kind]
  const figure = day === undefined ? value : (Date.parse(`${value}${day}T00:00:00Z`) - DAY_ZERO) / DAY_MS
  // What is not a figure (a date of the year 0, "Infinity") must not damage the workbook: it stays as text.
  if (!Number.isFinite(Number(figure)) || (day !== undefined && Number(figure) < 61))
    return plainText(at, String(value))
  const style = kind === 'money' ? styleOfMoney(String(value)) : STYLE[kind]
  return `<c r="${at}" s="${style}"><v>${figure}</v></c>`
}

/** With as many decimals as were written, for a currency has none, two or three. */
function styleOfMoney(amount: string): number {
  const decimals = amount.split('.')[1]?.length ?? 0
  return decimals === 0 ? STYLE.wholeMoney : decimals === 3 ? STYLE.thousandths : STYLE.money
}

const plainText = (at: string, text: string): string =>
  textCell(at, text, isRisky(text) ? STYLE.riskyText : STYLE.text)

const textCell = (at: string, text: string, style: number): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

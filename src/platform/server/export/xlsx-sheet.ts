import { neutralise } from '../../contract/neutralise.ts'
import type { CellValue, ExportColumn } from './column.ts'
import { xmlText } from './xml-text.ts'

/** Places of the cell formats in the style sheet (xlsx-package.ts). */
const STYLE = { text: 0, heading: 1, money: 2, number: 3, date: 4 } as const
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
    textCell(`${columnName(i)}1`, neutralise(heading), STYLE.heading),
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

export function rowXml<Row>(columns: readonly ExportColumn<Row>[], row: Row, number: number): string {
  const cells = columns.map(({ kind, value }, i) => cell(`${columnName(i)}${number}`, kind, value(row)))
  return `<row r="${number}">${cells.join('')}</row>`
}

function cell(at: string, kind: ExportColumn<never>['kind'], value: CellValue): string {
  if (value === null || value === '') return ''
  if (kind === 'text') return textCell(at, neutralise(String(value)), STYLE.text)
  const figure = kind === 'date' ? (Date.parse(`${value}T00:00:00Z`) - DAY_ZERO) / DAY_MS : value
  // What is not a figure (a date of the year 0, "Infinity") must not damage the workbook: it stays as text.
  if (!Number.isFinite(Number(figure)) || (kind === 'date' && Number(figure) < 61))
    return textCell(at, neutralise(String(value)), STYLE.text)
  return `<c r="${at}" s="${STYLE[kind]}"><v>${figure}</v></c>`
}

const textCell = (at: string, text: string, style: number): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

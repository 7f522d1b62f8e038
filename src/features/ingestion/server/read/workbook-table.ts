import type { ImportMapping } from '../../domain/import-mapping.ts'
import type { KindDefinition } from '../../domain/kinds/kind.ts'
import { type FoundHeadings, findHeadings, MOST_TITLES, refuseUnknownHeadings } from './find-headings.ts'
import { type RawRecord, RecordFault } from './raw-record.ts'
import { ReadRefusal } from './refusal.ts'
import type { Spool } from './spool.ts'
import type { Table } from './table.ts'
import { createXmlReader, openWorkbook, type Sheet, type Workbook } from './workbook.ts'

const MOST_COLUMNS = 1000
const DAY_MS = 86_400_000
/** Day 0 of the two calendars that spreadsheets count by. */
const DAY_0 = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) }

/**
 * Opens an Excel workbook at the sheet that the mapping names, else at the first visible one whose headings fit. Hidden
 * rows count like all others. Throws `unknown_sheet` or `unknown_headings`.
 */
export async function openSheet(body: Spool, kind: KindDefinition, mapping: ImportMapping): Promise<Table> {
  const workbook = await openWorkbook(body)
  const { sheet, found, skipped } = await chooseSheet(workbook, kind, mapping)
  return {
    format: 'xlsx',
    encoding: null,
    separator: null,
    headings: found.headings,
    width: found.width,
    headingLine: found.line,
    isRectangular: false,
    isJson: false,
    titles: found.titles,
    otherSheets: workbook.sheets.filter((other) => other !== sheet).map(({ name }) => name),
    async *records() {
      let skip = skipped + found.skip
      for await (const rows of readSheet(workbook, sheet)) {
        yield skip > 0 ? rows.slice(skip) : rows
        skip = Math.max(0, skip - rows.length)
      }
    },
    looksDecodedTwice: () => false,
  }
}

async function chooseSheet(workbook: Workbook, kind: KindDefinition, mapping: ImportMapping) {
  const { sheets } = workbook
  const candidates =
    mapping.sheet === undefined ? sheets.filter(({ isHidden }) => !isHidden) : sheets.filter(isNamed)
  function isNamed({ name }: Sheet, at: number) {
    return typeof mapping.sheet === 'number' ? at + 1 === mapping.sheet : name === mapping.sheet
  }
  const names = sheets.map(({ name }) => `"${name}"`).join(', ')
  if (candidates.length === 0)
    throw new ReadRefusal('unknown_sheet', `The workbook has no such sheet; it has ${names}.`, {
      found: sheets.map(({ name }) => name),
    })
  let widest: readonly RawRecord[] = []
  for (const sheet of candidates) {
    const { head, skipped } = await headOf(workbook, sheet, mapping.skipTop ?? 0)
    const found: FoundHeadings = findHeadings(head, kind, mapping, () => false)
    if (found.headings !== null && (found.known > 0 || mapping.header !== undefined))
      return { sheet, found, skipped }
    if (head.length > widest.length) widest = head
  }
  return refuseUnknownHeadings(kind, widest)
}

/** The first records below the lines that are left out at the top. */
async function headOf(workbook: Workbook, sheet: Sheet, skipTop: number) {
  const head: RawRecord[] = []
  let skipped = 0
  for await (const rows of readSheet(workbook, sheet)) {
    for (const row of rows) {
      if (row.line <= skipTop) skipped += 1
      else if (head.push(row) === MOST_TITLES) return { head, skipped }
    }
  }
  return { head, skipped }
}

/** The rows of a sheet that have a filled cell, as they come. */
async function* readSheet(workbook: Workbook, sheet: Sheet): AsyncGenerator<RawRecord[]> {
  let rows: RawRecord[] = []
  let line = 0
  let cells: unknown[] = []
  let at = -1
  let type = ''
  let style = 0
  let text = ''
  let inText = false
  let fault: RecordFault | undefined

  function endCell() {
    const value = cellValue(workbook, type, style, text)
    if (value instanceof RecordFault) fault ??= value
    else if (at < MOST_COLUMNS) cells[at] = value
    else if (value !== null)
      fault ??= new RecordFault('column_count', `The row has more than ${MOST_COLUMNS} columns.`)
  }
  function endRow() {
    const whole = Array.from(cells, (cell) => cell ?? null)
    if (fault) rows.push(new RecordFault(fault.code, fault.message, false, line, whole))
    else if (whole.some((cell) => cell !== null && cell !== '')) rows.push({ line, cells: whole })
  }

  const reader = createXmlReader({
    open({ local, attributes }) {
      if (local === 'row') {
        line = Number(attributes.r ?? line + 1)
        cells = []
        at = -1
        fault = undefined
      } else if (local === 'c') {
        at = attributes.r === undefined ? at + 1 : columnOf(attributes.r)
        type = attributes.t ?? 'n'
        style = Number(attributes.s ?? 0)
        text = ''
      } else if (local === 'v' || local === 't') inText = true
      else if (local === 'rPh') inText = false
    },
    text(piece) {
      if (inText) text += piece
    },
    close(local) {
      if (local === 'v' || local === 't') inText = false
      else if (local === 'c') endCell()
      else if (local === 'row') endRow()
    },
  })
  for await (const xml of workbook.xml(sheet.part)) {
    reader.write(xml)
    yield rows
    rows = []
  }
  reader.end()
  yield rows
}

/** `BC12` → 54. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const value = letter.charCodeAt(0) - 64
    if (value < 1 || value > 26) break
    column = column * 26 + value
  }
  return column - 1
}

function cellValue({ shared, isDate, from1904 }: Workbook, type: string, style: number, text: string) {
  if (type === 's') return shared[Number(text)] ?? null
  if (type === 'inlineStr' || type === 'str' || type === 'd') return text
  if (text === '') return null
  if (type === 'b') return text === '1' ? 'true' : 'false'
  if (type === 'e') return new RecordFault('cell_error', `A cell holds the error ${text} instead of a value.`)
  // Fifteen digits are what a spreadsheet shows and means; the rest is how the number is stored.
  const number = Number(Number(text).toPrecision(15))
  return isDate(style) ? dateText(number, from1904) : number
}

/** A date without a time where it falls on midnight; null for what lies outside the calendar. */
function dateText(days: number, from1904: boolean): string | number {
  const milliseconds = Math.round(days * 86_400) * 1000
  const instant = new Date((from1904 ? DAY_0.from1904 : DAY_0.from1900) + milliseconds)
  if (Number.isNaN(instant.getTime())) return days
  const iso = instant.toISOString()
  return milliseconds % DAY_MS === 0 ? iso.slice(0, 10) : iso.slice(0, 19)
}

import type { Separator } from '../../domain/import-mapping.ts'
import { LONGEST_ROW, RecordFault, rowTooLarge } from './raw-record.ts'

export type CsvFormat = { separator: Separator; newline: '\n' | '\r' }

/** `line` is the line of the text in which the record begins, from 1. */
export type CsvRecord = { line: number; cells: readonly string[] }

/** A record and where it ends in the buffer; undefined while its end has not come. */
type Found = { record: readonly string[] | RecordFault; next: number } | undefined

/**
 * Cuts CSV text (RFC 4180) into records. A quote inside an unquoted cell is an ordinary character, as in spreadsheets.
 * Hand-written because a fault must cost its own line only and be named by the line where a quote opened: csv-parse,
 * which the tests hold this against, ends the whole file at the first stray quote.
 */
export class CsvRecords {
  readonly #separator: string
  readonly #newline: string
  #rest = ''
  #skipping = false
  #line: number

  constructor({ separator, newline }: CsvFormat, firstLine = 1) {
    this.#separator = separator
    this.#newline = newline
    this.#line = firstLine
  }

  read(text: string, ended: boolean): (CsvRecord | RecordFault)[] {
    const buffer = this.#rest + text
    const records: (CsvRecord | RecordFault)[] = []
    let at = this.#skipping ? this.#skipLine(buffer, 0) : 0
    let quote = buffer.indexOf('"')
    while (at < buffer.length) {
      if (quote !== -1 && quote < at) quote = buffer.indexOf('"', at)
      const end = buffer.indexOf(this.#newline, at)
      const plain = quote === -1 || (end !== -1 && end < quote)
      const found = plain ? this.#plainLine(buffer, at, end, ended) : this.#quotedRecord(buffer, at, ended)
      if (found === undefined) {
        if (buffer.length - at <= LONGEST_ROW) break
        records.push((plain ? rowTooLarge() : unclosedQuote()).at(this.#line))
        at = this.#skipLine(buffer, at)
        continue
      }
      const { record } = found
      const line = this.#line
      this.#line += plain ? 1 : this.#linesIn(buffer, at, found.next)
      at = found.next
      if (record instanceof RecordFault) records.push(record.at(line))
      else if (!isBlank(record)) records.push({ line, cells: record })
    }
    this.#rest = buffer.slice(at)
    return records
  }

  #plainLine(buffer: string, at: number, end: number, ended: boolean): Found {
    if (end === -1 && !ended) return undefined
    const until = end === -1 ? buffer.length : end
    const line = buffer.slice(at, buffer.charCodeAt(until - 1) === CR && until > at ? until - 1 : until)
    const record = line.length > LONGEST_ROW ? rowTooLarge() : line.split(this.#separator)
    return { record, next: until + 1 }
  }

  #quotedRecord(buffer: string, start: number, ended: boolean): Found {
    const cells: string[] = []
    let at = start
    for (;;) {
      const opening = this.#skipBlanks(buffer, at)
      const cell =
        buffer.charCodeAt(opening) === QUOTE
          ? this.#quotedCell(buffer, opening, ended)
          : this.#plainCell(buffer, at, ended)
      if (cell === undefined || cell instanceof RecordFault) {
        return cell && { record: cell, next: this.#lineAfter(buffer, at) }
      }
      cells.push(cell.text)
      at = cell.next
      if (cell.last) return { record: cells, next: at }
    }
  }

  #plainCell(buffer: string, at: number, ended: boolean): Cell | undefined {
    const newline = buffer.indexOf(this.#newline, at)
    const separator = buffer.indexOf(this.#separator, at)
    if (separator !== -1 && (newline === -1 || separator < newline)) {
      return { text: buffer.slice(at, separator), next: separator + 1, last: false }
    }
    if (newline === -1 && !ended) return undefined
    const until = newline === -1 ? buffer.length : newline
    const text = buffer.slice(at, buffer.charCodeAt(until - 1) === CR && until > at ? until - 1 : until)
    return { text, next: until + 1, last: true }
  }

  #quotedCell(buffer: string, opening: number, ended: boolean): Cell | RecordFault | undefined {
    let text = ''
    let from = opening + 1
    let closing = buffer.indexOf('"', from)
    while (closing !== -1 && buffer.charCodeAt(closing + 1) === QUOTE) {
      text += buffer.slice(from, closing + 1)
      from = closing + 2
      closing = buffer.indexOf('"', from)
    }
    if (closing === -1) return ended ? unclosedQuote() : undefined
    const after = this.#skipBlanks(buffer, closing + 1)
    if (after >= buffer.length && !ended) return undefined
    text += buffer.slice(from, closing)
    if (after >= buffer.length) return { text, next: after, last: true }
    if (buffer.startsWith(this.#separator, after)) return { text, next: after + 1, last: false }
    if (buffer.startsWith(this.#newline, after)) return { text, next: after + 1, last: true }
    // A cell of several lines that ends in the middle of another was never meant to: it has swallowed whole rows.
    if (text.includes(this.#newline)) return unclosedQuote()
    if (!ended && buffer.indexOf(this.#newline, after) === -1) return undefined
    return new RecordFault(
      'stray_quote',
      'Text follows a closing quote; a quote inside a quoted cell is doubled.',
    )
  }

  /** Blanks around quotes mean nothing; the CR of a CRLF counts as one. */
  #skipBlanks(buffer: string, from: number): number {
    let at = from
    for (; at < buffer.length; at++) {
      const code = buffer.charCodeAt(at)
      if (code === CR ? this.#newline === '\r' : code !== SPACE && (code !== TAB || this.#separator === '\t'))
        break
    }
    return at
  }

  #lineAfter(buffer: string, at: number): number {
    const newline = buffer.indexOf(this.#newline, at)
    return newline === -1 ? buffer.length : newline + 1
  }

  #linesIn(buffer: string, from: number, until: number): number {
    let lines = 0
    for (let at = from; ; lines++) {
      at = buffer.indexOf(this.#newline, at) + 1
      if (at === 0 || at > until) return lines
    }
  }

  /** Where the next line begins; what is left of this one may still come. */
  #skipLine(buffer: string, at: number): number {
    const next = this.#lineAfter(buffer, at)
    this.#skipping = next === buffer.length && !buffer.endsWith(this.#newline)
    if (!this.#skipping) this.#line += 1
    return next
  }
}

type Cell = { text: string; next: number; last: boolean }

const QUOTE = 34
const CR = 13
const SPACE = 32
const TAB = 9

const unclosedQuote = () =>
  new RecordFault(
    'unclosed_quote',
    'A quote opens in this row and is never closed; the rows below it were read.',
  )

/** A line without any text is no row: files end with them, and spreadsheets leave rows of bare separators. */
function isBlank(record: readonly string[]): boolean {
  return record[0]?.trim() === '' && record.every((cell) => cell.trim() === '')
}

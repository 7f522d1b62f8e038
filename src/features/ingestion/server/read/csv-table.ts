import { type ImportMapping, SEPARATORS, type Separator } from '../../domain/import-mapping.ts'
import type { KindDefinition } from '../../domain/kinds/kind.ts'
import { looksDecodedTwice } from '../../domain/western-text.ts'
import { type CsvFormat, CsvRecords } from './csv-records.ts'
import { type EncodingDecision, textOf } from './encoding.ts'
import { type FoundHeadings, findHeadings, MOST_TITLES, refuseUnknownHeadings } from './find-headings.ts'
import type { RawRecord } from './raw-record.ts'
import type { Spool } from './spool.ts'
import type { Table } from './table.ts'

/** In characters: what is looked at to know the layout of a table. */
const HEAD_CHARACTERS = 64 * 1024

type Candidate = { format: CsvFormat; head: readonly RawRecord[]; found: FoundHeadings }

/**
 * Opens delimited text: finds the separator under which most headings are columns of the kind, else the one that gives as
 * many cells as the kind has columns. Without any known heading the columns go by position, provided the first record
 * `looksLikeData`. Throws `unknown_headings` or `not_a_table`.
 */
export async function openCsv(
  body: Spool,
  encoding: EncodingDecision,
  kind: KindDefinition,
  mapping: ImportMapping,
  looksLikeData: (cells: readonly unknown[]) => boolean,
): Promise<Table> {
  const { text: head, ended } = await firstText(textOf(body, encoding))
  const newline = newlineOf(head)
  const declared = /^sep=([,;\t|])\r?\n/i.exec(head)
  const top = linesEnd(head, (declared ? 1 : 0) + (mapping.skipTop ?? 0), newline)
  const asked = mapping.separator ?? (declared?.[1] as Separator | undefined)
  const candidates = (asked ? [asked] : SEPARATORS).map((separator): Candidate => {
    const format: CsvFormat = { separator, newline }
    const records = new CsvRecords(format, top.lines + 1)
      .read(head.slice(top.at), ended)
      .slice(0, MOST_TITLES)
    return { format, head: records, found: findHeadings(records, kind, mapping, looksLikeData) }
  })
  const {
    format,
    head: records,
    found,
  } = candidates.reduce((one, other) => (isBetter(other, one) ? other : one))
  if (found.headings === null && mapping.header !== false && !found.isData)
    refuseUnknownHeadings(kind, records)

  let suspicious = false
  return {
    format: 'csv',
    encoding,
    separator: format.separator,
    headings: found.headings,
    width: found.width,
    headingLine: found.line,
    isRectangular: true,
    isJson: false,
    titles: found.titles,
    otherSheets: [],
    async *records() {
      const reader = new CsvRecords(format, top.lines + 1)
      let cut = top.at
      let skip = found.skip
      for await (const text of textOf(body, encoding)) {
        suspicious ||= looksDecodedTwice(text)
        const rows = reader.read(cut > 0 ? text.slice(cut) : text, false)
        cut = Math.max(0, cut - text.length)
        yield skip > 0 ? rows.slice(skip) : rows
        skip = Math.max(0, skip - rows.length)
      }
      yield reader.read('', true).slice(skip)
    },
    looksDecodedTwice: () => suspicious,
  }
}

/** What ends lines: a carriage return alone where no line feed does. Those within quotes are a cell's own. */
function newlineOf(head: string): CsvFormat['newline'] {
  const outside = head.replace(/"[^"]*"/g, '')
  return outside.includes('\n') || !outside.includes('\r') ? '\n' : '\r'
}

/** Where so many lines end. */
function linesEnd(text: string, lines: number, newline: string): { at: number; lines: number } {
  let at = 0
  for (let line = 0; line < lines; line++) {
    const end = text.indexOf(newline, at)
    if (end === -1) return { at, lines: line }
    at = end + 1
  }
  return { at, lines }
}

function isBetter({ found: one }: Candidate, { found: other }: Candidate): boolean {
  if (one.known !== other.known) return one.known > other.known
  return one.fits !== other.fits ? one.fits : one.width > other.width
}

async function firstText(text: AsyncGenerator<string>): Promise<{ text: string; ended: boolean }> {
  let first = ''
  while (first.length < HEAD_CHARACTERS) {
    const next = await text.next()
    if (next.done) return { text: first, ended: true }
    first += next.value
  }
  await text.return(undefined)
  return { text: first, ended: false }
}

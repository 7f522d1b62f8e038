import { SEPARATORS, type Separator } from '../../domain/import-mapping.ts'
import type { KindDefinition } from '../../domain/kinds/kind.ts'
import { type CsvFormat, CsvRecords } from './csv-records.ts'
import type { Headings } from './headings.ts'
import { RecordFault } from './raw-record.ts'
import { ReadRefusal } from './refusal.ts'

/** How a CSV body is laid out; found once from its head. */
export type CsvLayout = {
  format: CsvFormat
  /** The heading row, or the headings given for a body without one; null when columns go by their position. */
  headings: readonly string[] | null
  /** Per cell of a row where it goes in the kind's columns; undefined for cells that are left aside. */
  places: readonly (number | undefined)[]
  /** How many records at the beginning are not data. */
  skip: 0 | 1
  /** How many characters before the first record are not part of the table (Excel's `sep=;` line). */
  start: number
}

export type CsvLayoutOptions = {
  separator?: Separator | undefined
  header?: boolean | readonly string[] | undefined
}

type Candidate = { format: CsvFormat; first: readonly string[]; known: number; fits: boolean }

/**
 * Finds separator and headings in the first record: the separator under which most headings are columns of the kind,
 * else the one that gives as many cells as the kind has columns. Without any known heading the columns go by position,
 * provided the first record `looksLikeData`.
 */
export function findCsvLayout(
  head: string,
  ended: boolean,
  kind: KindDefinition,
  headings: Headings,
  options: CsvLayoutOptions,
  looksLikeData: (cells: readonly unknown[]) => boolean,
): CsvLayout {
  const declared = /^sep=([,;\t|])\r?\n/i.exec(head)
  const start = declared ? declared[0].length : 0
  const newline = head.includes('\n') || !head.includes('\r') ? '\n' : '\r'
  const asked = options.separator ?? (declared?.[1] as Separator | undefined)
  const widths = Array.isArray(options.header)
    ? [options.header.length]
    : [kind.positional, kind.columns.length]
  const candidates = (asked ? [asked] : SEPARATORS).map((separator): Candidate => {
    const format: CsvFormat = { separator, newline }
    const [record] = new CsvRecords(format).read(head.slice(start), ended)
    const first = record === undefined || record instanceof RecordFault ? [] : record
    const known = first.filter((cell) => headings.find(cell) !== undefined).length
    return { format, first, known, fits: widths.includes(first.length) }
  })
  const best = candidates.reduce((one, other) => (isBetter(other, one) ? other : one))
  const { first } = best
  const common = { format: best.format, start }

  if (Array.isArray(options.header)) return named(options.header, 0)
  if (options.header === true || (options.header === undefined && best.known > 0)) return named(first, 1)
  const positional = first.map((_, at) => at)
  if (options.header === false || (best.fits && looksLikeData(first))) {
    return { ...common, headings: null, places: positional.slice(0, kind.columns.length), skip: 0 }
  }
  if (first.length < 2)
    throw new ReadRefusal('not_a_table', 'The body is no table: its rows have no columns.')
  const shown = first.slice(0, 5).map((cell) => JSON.stringify(cell.trim().slice(0, 40)))
  throw new ReadRefusal(
    'unknown_headings',
    `None of the headings (${shown.join(', ')}, …) is a column of ${kind.kind}; a mapping can name them.`,
  )

  function named(names: readonly string[], skip: 0 | 1): CsvLayout {
    const places = names.map((name) => headings.place(name))
    const twice = places.findIndex((at, index) => at !== undefined && places.indexOf(at) < index)
    if (twice !== -1) {
      const column = kind.columns[places[twice] as number]?.name
      throw new ReadRefusal('duplicate_heading', `Two columns of the table are "${column}".`)
    }
    if (places.every((at) => at === undefined)) {
      throw new ReadRefusal('unknown_headings', `None of the headings is a column of ${kind.kind}.`)
    }
    return { ...common, headings: names, places, skip }
  }
}

function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.known !== other.known) return one.known > other.known
  return one.fits !== other.fits ? one.fits : one.first.length > other.first.length
}

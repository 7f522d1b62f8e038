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

type Candidate = { format: CsvFormat; records: readonly (readonly string[])[]; known: number }

/**
 * Finds separator and headings in the first records: the separator under which most headings are columns of the kind,
 * else the one that cuts the records most evenly. Without any known heading the columns go by position, provided the
 * first record `looksLikeData`.
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
  const candidates = (asked ? [asked] : SEPARATORS).map((separator): Candidate => {
    const format: CsvFormat = { separator, newline }
    const found = new CsvRecords(format).read(head.slice(start), ended).slice(0, 20)
    const fault = found.findIndex((record) => record instanceof RecordFault)
    const records = (fault === -1 ? found : found.slice(0, fault)) as (readonly string[])[]
    return {
      format,
      records,
      known: (records[0] ?? []).filter((cell) => headings.find(cell) !== undefined).length,
    }
  })
  const best = candidates.reduce((one, other) => (isBetter(other, one) ? other : one))
  const first = best.records[0] ?? []
  const common = { format: best.format, start }

  if (Array.isArray(options.header)) return named(options.header, 0)
  if (options.header === true || (options.header === undefined && best.known > 0)) return named(first, 1)
  const positional = first.map((_, at) => at)
  const fits = first.length === kind.positional || first.length === kind.columns.length
  if (options.header === false || (fits && looksLikeData(first))) {
    return { ...common, headings: null, places: positional.slice(0, kind.columns.length), skip: 0 }
  }
  if (first.length < 2)
    throw new ReadRefusal('not_a_table', 'The body is not a table: its rows have no columns.')
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
  const [width, otherWidth] = [evenWidth(one), evenWidth(other)]
  return width !== otherWidth
    ? width > otherWidth
    : (one.records[0]?.length ?? 0) > (other.records[0]?.length ?? 0)
}

/** The number of cells in the first record when most records have as many; else 1. */
function evenWidth({ records }: Candidate): number {
  const width = records[0]?.length ?? 0
  const alike = records.filter((record) => record.length === width).length
  return alike * 2 > records.length ? width : 1
}

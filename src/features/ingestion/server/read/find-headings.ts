import type { ImportMapping } from '../../domain/import-mapping.ts'
import type { KindDefinition } from '../../domain/kinds/kind.ts'
import { createColumns } from './columns.ts'
import { cellText, rowText } from './left-out-lines.ts'
import { acceptedBy } from './placement.ts'
import { type RawRecord, RecordFault } from './raw-record.ts'
import { ReadRefusal } from './refusal.ts'
import type { LeftOut } from './table.ts'

/** Titles of reports stand above the headings, never this many. */
export const MOST_TITLES = 50

export type FoundHeadings = {
  /** Null where columns go by the source's order. */
  headings: readonly string[] | null
  line: number | null
  /** How many records at the beginning are no rows. */
  skip: number
  titles: readonly LeftOut[]
  /** How many different columns of the kind they name; for choosing among separators or sheets. */
  known: number
  /** The first record has as many cells as the kind has columns. */
  fits: boolean
  width: number
  /** Without headings: the first record is a row in the source's order. */
  isData: boolean
}

/**
 * Finds the heading row among the first records: the one that names most columns of the kind. Above the first row it has
 * to name two, so that a cell that happens to be such a word makes no headings; nor does one in a first record that
 * `looksLikeData`, taken in the source's order.
 */
export function findHeadings(
  head: readonly RawRecord[],
  kind: KindDefinition,
  mapping: ImportMapping,
  looksLikeData: (cells: readonly unknown[]) => boolean,
): FoundHeadings {
  const columns = createColumns(kind, mapping)
  const textsOf = (record: RawRecord | undefined): string[] =>
    record === undefined || record instanceof RecordFault ? [] : record.cells.map(cellText)
  const knownIn = (texts: readonly string[]) =>
    new Set(
      texts
        .map((text) => (text === '' ? undefined : columns.choose(text)?.at))
        .filter((at) => at !== undefined),
    ).size
  const first = textsOf(head[0])
  const widths = Array.isArray(mapping.header)
    ? [mapping.header.length]
    : [kind.positional, kind.columns.length]
  const common = {
    fits: widths.includes(first.length),
    width: first.length,
    titles: [],
    line: null,
    skip: 0,
    isData: false,
  }

  if (Array.isArray(mapping.header))
    return {
      ...common,
      headings: mapping.header,
      width: mapping.header.length,
      known: knownIn(mapping.header),
    }
  if (mapping.header === false) {
    const numbers = first.map((_, at) => String(at + 1))
    const known = knownIn(numbers)
    return { ...common, headings: known > 0 ? numbers : null, known }
  }
  const candidates = mapping.header === true ? head.slice(0, 1) : head.slice(0, MOST_TITLES)
  let best = { at: 0, known: knownIn(first) }
  candidates.forEach((record, at) => {
    const known = at === 0 ? 0 : knownIn(textsOf(record))
    if (known > best.known && known >= 2) best = { at, known }
  })
  const texts = textsOf(head[best.at])
  const isData = best.known < 2 && common.fits && mapping.header === undefined && looksLikeData(first)
  if (isData || (best.known === 0 && mapping.header !== true))
    return { ...common, headings: null, known: 0, isData }
  const titles = head
    .slice(0, best.at)
    .map((record): LeftOut => ({ line: record.line, why: 'title', text: rowText(textsOf(record)) }))
  const line = head[best.at]?.line ?? null
  return {
    headings: texts,
    line,
    skip: best.at + 1,
    titles,
    known: best.known,
    fits: common.fits,
    width: texts.length,
    isData: false,
  }
}

/** Refuses a table without a known heading that is not in the source's order, either. */
export function refuseUnknownHeadings(kind: KindDefinition, head: readonly RawRecord[]): never {
  const found = head
    .map((record) =>
      record instanceof RecordFault ? [] : record.cells.map(cellText).filter((text) => text !== ''),
    )
    .reduce((one, other) => (other.length > one.length ? other : one), [] as string[])
  if (found.length < 2)
    throw new ReadRefusal('not_a_table', 'The body is no table: its rows have no columns.')
  const shown = found.slice(0, 5).map((cell) => JSON.stringify(cell.slice(0, 40)))
  throw new ReadRefusal(
    'unknown_headings',
    `None of the headings (${shown.join(', ')}, …) is a column of ${kind.kind}; a mapping can name them.`,
    { found, accepted: acceptedBy(kind) },
  )
}

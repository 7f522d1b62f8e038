import { containsTerm } from '../../domain/search-fold.ts'
import { parseSort } from '../url/url-state.ts'
import type { Column } from './column.ts'

type Look<Row> = {
  search: string | undefined
  sort: string
  language: string
  /** What a search finds a row by. */
  words: (row: Row) => string
}

/** A list that is there whole, as the server would search and sort one that is not. */
export function filterAndSort<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { search, sort, language, words }: Look<Row>,
): readonly Row[] {
  const found = search ? rows.filter((row) => containsTerm(words(row), search)) : rows
  const sorted = parseSort(sort)
  const by = columns.find(({ id }) => id === sorted?.field)?.by
  if (!by) return found
  const { compare } = new Intl.Collator(language, { numeric: true })
  const turn = sorted?.descending ? -1 : 1
  return found.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)]
    if (a === null || b === null) return turn * (Number(a !== null) - Number(b !== null))
    return turn * (typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b)))
  })
}

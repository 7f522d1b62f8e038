export type Cell = string | number | boolean | null

/** A value of each row as the text of a PostgreSQL array; several times faster than the driver's own way. */
export const arrayLiteral = <T>(rows: readonly T[], value: (row: T) => Cell): string =>
  `{${elements(rows, value)}}`

/** The same for rows that come a few at a time; what is kept of them is their text alone. */
export function createArrayLiteral<T>(value: (row: T) => Cell) {
  const parts: string[] = []
  return {
    add: (rows: readonly T[]): void => void parts.push(elements(rows, value)),
    literal: () => `{${parts.join(',')}}`,
  }
}

/** Joined, not added up letter by letter: one text without pieces, behind which the rows' memory is free. */
function elements<T>(rows: readonly T[], value: (row: T) => Cell): string {
  const texts = new Array<string>(rows.length)
  for (let at = 0; at < rows.length; at++) texts[at] = element(value(rows[at] as T))
  return texts.join(',')
}

function element(cell: Cell): string {
  if (cell === null) return 'NULL'
  if (typeof cell !== 'string') return String(cell)
  return SPECIAL.test(cell) ? `"${cell.replace(EVERY_SPECIAL, '\\$&')}"` : `"${cell}"`
}

const SPECIAL = /["\\]/
const EVERY_SPECIAL = /["\\]/g

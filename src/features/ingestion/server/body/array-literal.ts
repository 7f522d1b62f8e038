export type Cell = string | number | boolean | null

/** A value of each row as the text of a PostgreSQL array; several times faster than the driver's own way. */
export function arrayLiteral<T>(rows: readonly T[], value: (row: T, at: number) => Cell): string {
  let text = '{'
  for (let at = 0; at < rows.length; at++) {
    const cell = value(rows[at] as T, at)
    if (at > 0) text += ','
    if (cell === null) text += 'NULL'
    else if (typeof cell !== 'string') text += cell
    else if (SPECIAL.test(cell)) text += `"${cell.replace(EVERY_SPECIAL, '\\$&')}"`
    else text += `"${cell}"`
  }
  return `${text}}`
}

const SPECIAL = /["\\]/
const EVERY_SPECIAL = /["\\]/g

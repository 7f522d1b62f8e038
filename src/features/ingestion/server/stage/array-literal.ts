export type Cell = string | number | boolean | null

/** Values as the text of a PostgreSQL array; several times faster than the driver's own way, which goes by element type. */
export function arrayLiteral(values: readonly Cell[]): string {
  let text = '{'
  for (let at = 0; at < values.length; at++) {
    const value = values[at]
    if (at > 0) text += ','
    if (value === null || value === undefined) text += 'NULL'
    else if (typeof value === 'string')
      text += `"${SPECIAL.test(value) ? value.replace(EVERY_SPECIAL, '\\$&') : value}"`
    else text += String(value)
  }
  return `${text}}`
}

const SPECIAL = /["\\]/
const EVERY_SPECIAL = /["\\]/g

/**
 * Readers of single values of an address, for a route's `validateSearch`. What does not fit is as good as absent: an old
 * or mistyped address shows the plain screen. (A schema library would weigh on the first load.)
 */
export const readText = (value: unknown, longest = 200): string | undefined => {
  const text = typeof value === 'string' ? value.trim().slice(0, longest) : ''
  return text || undefined
}

export const readOneOf = <const Value extends string>(
  value: unknown,
  allowed: readonly Value[],
): Value | undefined => allowed.find((one) => one === value)

/** A whole number between two bounds, both included. */
export const readInteger = (value: unknown, least: number, most: number): number | undefined => {
  const text = String(value ?? '')
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : undefined
}

/** A calendar day since 1900; PostgreSQL knows no year 0. */
export const readDay = (value: unknown) => {
  const text = readText(value, 10)
  return text &&
    text >= '1900' &&
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)
    ? text
    : undefined
}

/** In the place of a view's id: none of them, the default neither. What leads to all rows says so. */
export const NO_VIEW = 'none'

/** The id of a saved view, or `none`. */
export const readView = (value: unknown): string | undefined => {
  const text = readText(value, 16)
  return text === NO_VIEW || (text && /^[1-9]\d*$/.test(text)) ? text : undefined
}

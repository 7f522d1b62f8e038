export type SearchValues = Record<string, string | number | boolean | null | undefined>

/** `?a=1&b=x` of the values that are set; empty when none is. */
export function queryString(values: Record<string, unknown>): string {
  const set = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return set.length === 0 ? '' : `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}`
}

import { parseSearchWith } from '@tanstack/react-router'

/** Addresses stay readable: every value is plain text, and `?search=10482` is the text "10482". */
export const parseSearch = parseSearchWith((text) => text)

/** Unset and empty values do not appear in the address. */
export function stringifySearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(set.map(([key, value]) => [key, String(value)])).toString()
  return text ? `?${text}` : ''
}

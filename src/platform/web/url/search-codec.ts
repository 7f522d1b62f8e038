import { queryString } from '../api/query-string.ts'

/**
 * Addresses stay readable: every value is plain text, and `?search=10482` is the text "10482" (the router's own reader
 * would make a number of it, and the screen would not find it).
 */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

/** Unset and empty values do not appear in the address. */
export const stringifySearch = queryString

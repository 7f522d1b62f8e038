import { queryString } from '../api/query-string.ts'
import { foldSearch } from './url-state.ts'

/**
 * Addresses stay readable: every value is plain text, and `?search=10482` is the text "10482" (the router's own reader
 * would make a number of it, and the screen would not find it).
 */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

/** Unset and empty values do not appear in the address; what a screen left out of it stays as it was written. */
export function stringifySearch({ ignoredParams, ...values }: Record<string, unknown>): string {
  const set = foldSearch({}, values)
  return queryString({ ...set, ...(typeof ignoredParams === 'object' && ignoredParams), ...set })
}

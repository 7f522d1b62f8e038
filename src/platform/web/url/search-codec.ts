import { parseSearchWith } from '@tanstack/react-router'
import { queryString } from '../api/query-string.ts'

/** Addresses stay readable: every value is plain text, and `?search=10482` is the text "10482". */
export const parseSearch = parseSearchWith((text) => text)

/** Unset and empty values do not appear in the address. */
export const stringifySearch = queryString

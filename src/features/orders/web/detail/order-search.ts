import { readOneOf, readText } from '../../../../platform/web/url/read-search.ts'
import { parseSort } from '../../../../platform/web/url/url-state.ts'

const LINE_FIELDS = [
  'lineNo',
  'itemNo',
  'itemName',
  'ordered',
  'shipped',
  'open',
  'unit',
  'unitPrice',
  'lot',
] as const

export type LineSort = `${'' | '-'}${(typeof LINE_FIELDS)[number]}`

/** The address of one order beside its number: how its lines are sorted (B6). */
export type OrderSearch = { lines?: LineSort | undefined }

export function readOrderSearch(raw: Record<string, unknown>): OrderSearch {
  const sort = parseSort(readText(raw.lines))
  const field = readOneOf(sort?.field, LINE_FIELDS)
  return { lines: field && `${sort?.descending ? '-' : ''}${field}` }
}

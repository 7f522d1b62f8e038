import { readInteger, readOneOf, readText } from '../../../../platform/web/url/read-search.ts'
import { REQUEST_STATES } from '../../domain/request-rules.ts'

export const STATES = ['overdue', ...REQUEST_STATES] as const

/** The address of the screen (B6). */
export type RequestsSearch = {
  search?: string | undefined
  state?: (typeof STATES)[number] | undefined
  company?: number | undefined
}

export const NO_FILTER: RequestsSearch = { search: undefined, state: undefined, company: undefined }

export const isFiltered = (search: RequestsSearch) =>
  Object.values(search).some((value) => value !== undefined)

/** Reads the address; what the API would refuse counts as not set. */
export const readRequestsSearch = (raw: Record<string, unknown>): RequestsSearch => ({
  search: readText(raw.search),
  state: readOneOf(raw.state, STATES),
  company: readInteger(raw.company, 1, 2_147_483_647),
})

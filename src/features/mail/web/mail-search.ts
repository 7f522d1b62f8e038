import { readOneOf, readText } from '../../../platform/web/url/read-search.ts'
import { MAIL_STATES, type MailState } from '../contract.ts'

/** The address of the list (B6). */
export type MailSearch = {
  search?: string | undefined
  state?: MailState | undefined
  sort?: (typeof SORTS)[number] | undefined
}
const SORTS = ['at', '-at', 'to', '-to'] as const

export const readMailSearch = (raw: Record<string, unknown>): MailSearch => ({
  search: readText(raw.search),
  state: readOneOf(raw.state, [...MAIL_STATES]),
  sort: readOneOf(raw.sort, SORTS),
})

import { readOneOf, readText } from '../../../platform/web/url/read-search.ts'

const STATES = ['planned', 'shown', 'past', 'withdrawn'] as const
/** The address of the list (B6). */
export type AnnouncementsSearch = {
  search?: string | undefined
  state?: (typeof STATES)[number] | undefined
}

export const readAnnouncementsSearch = (raw: Record<string, unknown>): AnnouncementsSearch => ({
  search: readText(raw.search),
  state: readOneOf(raw.state, [...STATES]),
})

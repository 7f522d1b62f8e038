import { readText } from '../../../platform/web/url/read-search.ts'

/** The address of the screen: whose sessions are shown (B6). */
export type SessionsSearch = { search?: string | undefined }

export const readSessionsSearch = (raw: Record<string, unknown>): SessionsSearch => ({
  search: readText(raw.search),
})

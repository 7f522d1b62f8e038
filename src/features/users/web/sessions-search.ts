import { readOneOf, readText } from '../../../platform/web/url/read-search.ts'

const FIELDS = ['name', 'email', 'address', 'lastUsed', 'since'] as const
type Field = (typeof FIELDS)[number]

/** The address of the screen: whose sessions are shown, and in which order (B6). */
export type SessionsSearch = { search?: string | undefined; sort?: Field | `-${Field}` | undefined }

export const readSessionsSearch = (raw: Record<string, unknown>): SessionsSearch => ({
  search: readText(raw.search),
  sort: readOneOf(
    raw.sort,
    FIELDS.flatMap((field) => [field, `-${field}` as const]),
  ),
})

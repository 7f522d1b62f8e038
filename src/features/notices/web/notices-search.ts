import { readOneOf } from '../../../platform/web/url/read-search.ts'

/** The address of the list (B6). */
export type NoticesSearch = { unread?: 'true' | undefined }

export const readNoticesSearch = (raw: Record<string, unknown>): NoticesSearch => ({
  unread: readOneOf(String(raw.unread), ['true']),
})

import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { serverNow } from '../../../platform/web/api/server-clock.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { announcementsContract } from '../contract.ts'
import type { AnnouncementsSearch } from './announcements-search.ts'

export const announcementsApi = createApi(announcementsContract)
const PAGE = 100
const LONGEST_PAUSE_MS = 3_600_000

/** Every query of this feature begins so. */
export const ANNOUNCEMENTS = ['announcements'] as const

export const shownQuery = queryOptions({
  queryKey: [...ANNOUNCEMENTS, 'shown'],
  queryFn: ({ signal }) => announcementsApi.shown({}, { signal }),
  // When time alone changes what is shown; the server's clock is known to the second.
  refetchInterval: ({ state }) => {
    const at = state.data?.changesAt
    return at ? Math.min(LONGEST_PAUSE_MS, Math.max(0, Date.parse(at) - serverNow()) + 1000) : false
  },
})

export const listQuery = (search: AnnouncementsSearch) =>
  cursorQuery({
    queryKey: [...ANNOUNCEMENTS, 'list', search],
    fetchPage: (cursor, signal) =>
      announcementsApi.list({ ...search, limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  })

export const announcementQuery = (id: number) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, 'one', id],
    queryFn: ({ signal }) => announcementsApi.get({ id }, { signal }),
  })

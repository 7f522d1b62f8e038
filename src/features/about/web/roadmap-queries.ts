import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { portalFetch } from '../../../platform/web/api/portal-fetch.ts'
import { readRest } from '../../../platform/web/api/read-rest.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { type Phase, roadmapContract } from '../contract.ts'

export const roadmapApi = createApi(roadmapContract)

export const roadmapQuery = queryOptions({
  queryKey: ['roadmap', 'phases'],
  queryFn: ({ signal }) => roadmapApi.list(undefined, { signal }),
})

/** What visitors see of it, without a session. */
export const publicRoadmapQuery = queryOptions({
  queryKey: ['roadmap', 'public'],
  queryFn: async ({ signal }): Promise<{ items: Phase[] }> => {
    const response = await portalFetch('/api/v1/public/roadmap', { signal })
    return readRest(response.json())
  },
})

export const commentsQuery = (phase: Phase['phase']) =>
  cursorQuery({
    queryKey: ['roadmap', 'comments', phase],
    fetchPage: (cursor, signal) =>
      roadmapApi.comments({ phase, limit: 50, ...(cursor && { cursor }) }, { signal }),
  })

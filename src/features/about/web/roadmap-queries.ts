import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { portalFetch } from '../../../platform/web/api/portal-fetch.ts'
import { readRest } from '../../../platform/web/api/read-rest.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { type Claim, claimsContract } from '../claims-contract.ts'
import { type Phase, roadmapContract } from '../contract.ts'

export const roadmapApi = createApi(roadmapContract)
export const claimsApi = createApi(claimsContract)

export const roadmapQuery = queryOptions({
  queryKey: ['roadmap', 'phases'],
  queryFn: ({ signal }) => roadmapApi.list(undefined, { signal }),
})

export const voicePhasesQuery = queryOptions({
  queryKey: ['roadmap', 'voice'],
  queryFn: ({ signal }) => roadmapApi.voice(undefined, { signal }),
})

/** What visitors see, without a session. */
const publicQuery = <Item>(name: 'roadmap' | 'claims') =>
  queryOptions({
    queryKey: ['roadmap', 'public', name],
    queryFn: async ({ signal }): Promise<{ items: Item[] }> => {
      const response = await portalFetch(`/api/v1/public/${name}`, { signal })
      return readRest(response.json())
    },
  })
export const publicRoadmapQuery = publicQuery<Phase>('roadmap')
export const claimsQuery = publicQuery<Claim>('claims')

export const commentsQuery = (phase: Phase['phase']) =>
  cursorQuery({
    queryKey: ['roadmap', 'comments', phase],
    fetchPage: (cursor, signal) =>
      roadmapApi.comments({ phase, limit: 50, ...(cursor && { cursor }) }, { signal }),
  })

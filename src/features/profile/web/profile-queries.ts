import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { profileContract } from '../contract.ts'

export const profileApi = createApi(profileContract)

export const profileQuery = queryOptions({
  queryKey: ['profile', 'person'],
  queryFn: ({ signal }) => profileApi.get(undefined, { signal }),
})

export const settingsQuery = queryOptions({
  queryKey: ['profile', 'settings'],
  queryFn: ({ signal }) => profileApi.getSettings(undefined, { signal }),
})

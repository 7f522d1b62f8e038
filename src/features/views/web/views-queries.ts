import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { type SavedView, viewsContract } from '../contract.ts'

export const viewsApi = createApi(viewsContract)

/** The user's views of a screen. */
export const viewsQuery = (screen: SavedView['screen']) =>
  queryOptions({
    queryKey: ['views', screen],
    queryFn: async ({ signal }) => (await viewsApi.list({ screen }, { signal })).items,
  })

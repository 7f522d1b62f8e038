import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { displayRulesContract, type Rules } from '../contract.ts'

export const rulesApi = createApi(displayRulesContract)

export const rulesQuery = queryOptions({
  queryKey: ['display-rules'],
  queryFn: ({ signal }) => rulesApi.get({}, { signal }),
})

export type Asked = Rules | { undo: number }

/** Counted anew each time that somebody looks. */
export const previewQuery = (asked: Asked | null) =>
  queryOptions({
    queryKey: ['display-rules', 'preview', asked],
    queryFn: ({ signal }) => rulesApi.preview(asked as Asked, { signal }),
    enabled: asked !== null,
    staleTime: 0,
    gcTime: 0,
  })

/** Names as upstream writes them, to make rules of. */
export const namesQuery = (kind: 'product' | 'customer', search: string) =>
  queryOptions({
    queryKey: ['display-rules', 'names', kind, search],
    queryFn: async ({ signal }) => (await rulesApi.names({ kind, search }, { signal })).items,
    enabled: search.trim().length > 1,
  })

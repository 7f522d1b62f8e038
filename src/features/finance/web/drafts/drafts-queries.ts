import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../../platform/web/api/create-api.ts'
import { draftsContract } from '../../drafts-contract.ts'

export const draftsApi = createApi(draftsContract)

export const draftsQuery = queryOptions({
  queryKey: ['finance', 'drafts'],
  queryFn: ({ signal }) => draftsApi.drafts({}, { signal }),
})

export const draftQuery = (id: number) =>
  queryOptions({
    queryKey: ['finance', 'drafts', id],
    queryFn: ({ signal }) => draftsApi.draft({ id }, { signal }),
    staleTime: 0,
  })

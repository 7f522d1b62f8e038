import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { storageContract } from '../contract.ts'

export const storageApi = createApi(storageContract)

export const storageQuery = queryOptions({
  queryKey: ['storage', 'own'],
  queryFn: ({ signal }) => storageApi.get({}, { signal }),
})

/** A company, or a person. */
export type Whose = { id: number } | { userId: string }

export const quotaQuery = (whose: Whose) =>
  queryOptions({
    queryKey: ['storage', whose],
    queryFn: ({ signal }) =>
      'id' in whose ? storageApi.ofCompany(whose, { signal }) : storageApi.ofPerson(whose, { signal }),
  })

import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../../platform/web/api/create-api.ts'
import { type CHOICES, draftsContract } from '../../drafts-contract.ts'
import { taxesContract } from '../../taxes-contract.ts'

export const draftsApi = createApi(draftsContract)
export const taxesApi = createApi(taxesContract)

/** What an invoice is begun from. */
export type StartOf = { tenantId?: number; order?: number; shipment?: number }

export const startQuery = (of: StartOf) =>
  queryOptions({
    queryKey: ['finance', 'drafts', 'start', of],
    queryFn: ({ signal }) => draftsApi.startDraft(of, { signal }),
    staleTime: 0,
  })

type AskChoices = { of: (typeof CHOICES)[number]; tenantId: number; search: string; currency?: string }
export const choicesQuery = (ask: AskChoices) =>
  queryOptions({
    queryKey: ['finance', 'drafts', 'choices', ask],
    queryFn: ({ signal }) => draftsApi.draftChoices(ask, { signal }),
  })

export const taxRatesQuery = queryOptions({
  queryKey: ['finance', 'taxes'],
  queryFn: ({ signal }) => taxesApi.taxRates({}, { signal }),
})

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

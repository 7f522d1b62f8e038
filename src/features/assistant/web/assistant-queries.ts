import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { conversationsContract } from '../../conversations/contract.ts'
import { issuesContract } from '../../issues/contract.ts'
import { purchaseOrdersContract } from '../../purchase-orders/contract.ts'
import { assistantContract } from '../contract.ts'

export const assistantApi = createApi(assistantContract)
/** Where an offer is carried out once it is confirmed: the same endpoints as on their own screens. */
export const issuesApi = createApi(issuesContract)
export const purchaseOrdersApi = createApi(purchaseOrdersContract)
export const conversationsApi = createApi(conversationsContract)

export const stateQuery = queryOptions({
  queryKey: ['assistant', 'state'],
  queryFn: ({ signal }) => assistantApi.get(undefined, { signal }),
})

export const turnsQuery = cursorQuery({
  queryKey: ['assistant', 'turns'],
  fetchPage: (cursor, signal) => assistantApi.turns({ limit: 20, ...(cursor && { cursor }) }, { signal }),
})

export const factsQuery = queryOptions({
  queryKey: ['assistant', 'facts'],
  queryFn: ({ signal }) => assistantApi.facts(undefined, { signal }),
})

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { ingestionContract } from '../contract.ts'

const api = createApi({ feeds: ingestionContract.feeds })

/** How fresh each kind of upstream data is. Asked for once; from then on the events say when a batch came. */
export const feedsQuery = queryOptions({
  queryKey: ['feeds'],
  queryFn: ({ signal }) => api.feeds({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** A batch of this kind came at that moment (milliseconds): known without asking. A kind that is new is asked for. */
export function noteBatch(queries: QueryClient, kind: string, at: number) {
  const known = queries.getQueryData(feedsQuery.queryKey)
  if (!known) return
  if (!known.items.some((feed) => feed.kind === kind)) {
    void queries.invalidateQueries({ queryKey: feedsQuery.queryKey })
    return
  }
  const asOf = new Date(at).toISOString()
  queries.setQueryData(feedsQuery.queryKey, {
    items: known.items.map((feed) => (feed.kind === kind && feed.asOf < asOf ? { ...feed, asOf } : feed)),
  })
}

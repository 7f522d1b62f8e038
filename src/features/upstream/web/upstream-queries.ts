import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { type UpstreamKey, upstreamContract } from '../contract.ts'
import type { BatchesSearch } from './batches-search.ts'

/** Its name among the messages. */
export const scopeName = (scope: UpstreamKey['scope']) =>
  scope === 'ingest collect' ? 'ingest_collect' : scope

export const upstreamApi = createApi(upstreamContract)

export const keysQuery = queryOptions({
  queryKey: ['upstream', 'keys'],
  queryFn: ({ signal }) => upstreamApi.keys({}, { signal }),
})

export const expectationsQuery = queryOptions({
  queryKey: ['upstream', 'feeds'],
  queryFn: async ({ signal }) => (await upstreamApi.feeds({}, { signal })).items,
})

export const sourcesQuery = queryOptions({
  queryKey: ['upstream', 'sources'],
  queryFn: async ({ signal }) => (await upstreamApi.sources({}, { signal })).items,
})

/** As the API names it: without what the address says of the other lists of the screen. */
export const batchesFilter = ({
  keys: _,
  keysSort: _1,
  feeds: _2,
  feedsSort: _3,
  sources: _4,
  sourcesSort: _5,
  statuses: _6,
  statusesSort: _7,
  ...search
}: BatchesSearch) => search

export const batchesQuery = (address: BatchesSearch) => {
  const search = batchesFilter(address)
  return cursorQuery({
    queryKey: ['upstream', 'batches', search],
    fetchPage: (cursor, signal) =>
      upstreamApi.batches({ ...search, limit: 100, ...(cursor && { cursor }) }, { signal }),
  })
}

export const assumedMarksQuery = queryOptions({
  queryKey: ['upstream', 'assumed'],
  queryFn: async ({ signal }) => (await upstreamApi.assumedMarks({}, { signal })).items,
})

export const rawRowQuery = (batch: number, row: number) =>
  queryOptions({
    queryKey: ['upstream', 'row', batch, row],
    queryFn: ({ signal }) => upstreamApi.row({ batch, row }, { signal }),
  })

export const errorsQuery = (batch: number, search: string | undefined) =>
  cursorQuery({
    queryKey: ['upstream', 'errors', batch, search],
    fetchPage: (cursor, signal) =>
      upstreamApi.errors({ batch, search, limit: 50, ...(cursor && { cursor }) }, { signal }),
  })

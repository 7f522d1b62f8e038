import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { salesContract } from '../contract.ts'
import type { HistoryFilter, LinesFilter } from './figure.ts'

const api = createApi(salesContract)

/** Every figure of the Sales History screen; while another filter loads, the last figures stay. */
export const historyQuery = (filter: HistoryFilter) =>
  queryOptions({
    queryKey: ['sales', 'history', filter],
    queryFn: ({ signal }) => api.history(filter, { signal }),
    placeholderData: keepPreviousData,
  })

/** Likewise of the Current Sales screen. */
export const currentQuery = (filter: HistoryFilter) =>
  queryOptions({
    queryKey: ['sales', 'current', filter],
    queryFn: ({ signal }) => api.current(filter, { signal }),
    placeholderData: keepPreviousData,
  })

/** The lines behind one figure, page by page. */
export const linesQuery = (filter: LinesFilter) =>
  cursorQuery({
    queryKey: ['sales', 'lines', filter],
    fetchPage: (cursor, signal) => api.lines({ ...filter, cursor }, { signal }),
  })

/** What they count, and their averages. */
export const lineCountsQuery = (filter: LinesFilter) =>
  queryOptions({
    queryKey: ['sales', 'lines', filter, 'counts'],
    queryFn: ({ signal }) => api.counts(filter, { signal }),
  })

/** So many of them at once. */
export const firstLinesQuery = (filter: LinesFilter, limit: number) =>
  queryOptions({
    queryKey: ['sales', 'lines', filter, limit],
    queryFn: ({ signal }) => api.lines({ ...filter, limit }, { signal }),
  })

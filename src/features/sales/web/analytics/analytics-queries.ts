import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../../platform/web/api/create-api.ts'
import { salesContract } from '../../contract.ts'
import type { AnalyticsFilter, ComparedPeriods, TrendOf } from './analytics-figure.ts'

const api = createApi(salesContract)

/** Every figure of the Sales Analytics screen; while another filter loads, the last figures stay. */
export const analyticsQuery = (filter: AnalyticsFilter) =>
  queryOptions({
    queryKey: ['sales', 'analytics', filter],
    queryFn: ({ signal }) => api.analytics(filter, { signal }),
    placeholderData: keepPreviousData,
  })

/** The months of one product or customer; those of everything come with the screen. */
export const trendQuery = (filter: AnalyticsFilter, of: TrendOf) =>
  queryOptions({
    queryKey: ['sales', 'trend', filter, of],
    queryFn: ({ signal }) => api.trend({ ...filter, ...of }, { signal }),
    placeholderData: keepPreviousData,
    enabled: of.product !== undefined || of.customer !== undefined,
  })

export const comparisonQuery = (ask: Pick<AnalyticsFilter, 'search' | 'currency'> & ComparedPeriods) =>
  queryOptions({
    queryKey: ['sales', 'comparison', ask],
    queryFn: ({ signal }) => api.comparison(ask, { signal }),
    placeholderData: keepPreviousData,
  })

/** Names in which the text is. */
export const namesQuery = (of: 'products' | 'customers', search: string) =>
  queryOptions({
    queryKey: ['sales', 'names', of, search],
    queryFn: ({ signal }) => api.names({ of, search }, { signal }),
    enabled: search !== '',
  })

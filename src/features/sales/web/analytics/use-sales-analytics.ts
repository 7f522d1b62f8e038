import { useQuery } from '@tanstack/react-query'
import { useSalesScreen } from '../use-sales-screen.ts'
import type { AnalyticsFilter, TrendOf } from './analytics-figure.ts'
import { analyticsQuery, trendQuery } from './analytics-queries.ts'

export type AnalyticsScreen = ReturnType<typeof useSalesAnalytics>

/** The figures, and the trend: that of everything comes with them, that of a product or customer by itself. */
export function useSalesAnalytics(filter: AnalyticsFilter, of: TrendOf) {
  const { data: analytics, ...screen } = useSalesScreen(analyticsQuery(filter))
  const one = useQuery(trendQuery(filter, of))
  const everything = of.product === undefined && of.customer === undefined
  return {
    analytics,
    ...screen,
    trend: everything
      ? { data: analytics?.trend, dimmed: screen.dimmed, failure: null, retry: screen.refresh }
      : {
          data: one.data,
          dimmed: one.isPlaceholderData,
          failure: one.data ? null : one.error,
          retry: () => void one.refetch(),
        },
  }
}

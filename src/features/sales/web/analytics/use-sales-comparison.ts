import { useQuery } from '@tanstack/react-query'
import type { AnalyticsFilter, ComparedPeriods } from './analytics-figure.ts'
import { comparisonQuery } from './analytics-queries.ts'

export type ComparisonScreen = ReturnType<typeof useSalesComparison>

/** Search and currency of the screen's filter act; year and quarter do not: the comparison has its own periods. */
export function useSalesComparison({ search, currency }: AnalyticsFilter, periods: ComparedPeriods) {
  const query = useQuery(comparisonQuery({ search, currency, ...periods }))
  return {
    compared: query.data,
    dimmed: query.isPlaceholderData,
    failure: query.data ? null : query.error,
    retry: () => void query.refetch(),
  }
}

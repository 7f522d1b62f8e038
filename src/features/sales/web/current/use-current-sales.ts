import type { HistoryFilter } from '../figure.ts'
import { currentQuery } from '../sales-queries.ts'
import { useSalesScreen } from '../use-sales-screen.ts'

export type CurrentScreen = ReturnType<typeof useCurrentSales>

export function useCurrentSales(filter: HistoryFilter) {
  const { data: sales, ...screen } = useSalesScreen(currentQuery(filter))
  return { sales, ...screen }
}

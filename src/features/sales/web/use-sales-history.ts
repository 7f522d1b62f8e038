import type { HistoryFilter } from './figure.ts'
import { historyQuery } from './sales-queries.ts'
import { useSalesScreen } from './use-sales-screen.ts'

export type HistoryScreen = ReturnType<typeof useSalesHistory>

export function useSalesHistory(filter: HistoryFilter) {
  const { data: history, ...screen } = useSalesScreen(historyQuery(filter))
  return { history, ...screen }
}

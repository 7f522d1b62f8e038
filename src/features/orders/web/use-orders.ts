import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { activeOrdersQuery, ordersQuery } from './orders-queries.ts'
import type { OrdersSearch } from './orders-search.ts'

export type OrdersScreen = ReturnType<typeof useOrders>

/** Shorter, the button's word would only flicker. */
const REFRESHING_AT_LEAST_MS = 400

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The orders of the address: those of the filter before, dimmed, until they are here. */
export function useOrders(filter: OrdersSearch) {
  const list = useCursorList(ordersQuery(filter))
  const queries = useQueryClient()
  const [refreshing, setRefreshing] = useState(false)
  const refresh = async () => {
    if (refreshing) return
    setRefreshing(true)
    const menu = queries.refetchQueries({ queryKey: activeOrdersQuery.queryKey })
    await Promise.all([list.refresh(), menu, pause(REFRESHING_AT_LEAST_MS)])
    setRefreshing(false)
  }
  return { ...list, refreshing, refresh: () => void refresh() }
}

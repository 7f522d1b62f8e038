import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { activeOrdersQuery, ordersQuery } from './orders-queries.ts'
import type { OrdersFilter } from './orders-search.ts'

export type OrdersScreen = ReturnType<typeof useOrders>

/** Shorter, the button's word would only flicker. */
const REFRESHING_AT_LEAST_MS = 400

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The orders of a filter: those of the filter before, dimmed, until they are here. */
export function useOrders(filter: OrdersFilter) {
  const queries = useQueryClient()
  const options = ordersQuery(filter)
  const list = useCursorList(options)
  const [refreshing, setRefreshing] = useState(false)

  const refresh = async () => {
    if (refreshing) return
    setRefreshing(true)
    // From the beginning: all the pages that were scrolled through would be fetched one after the other.
    queries.setQueryData(
      options.queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    )
    const menu = queries.refetchQueries({ queryKey: activeOrdersQuery.queryKey })
    await Promise.all([list.refresh(), menu, pause(REFRESHING_AT_LEAST_MS)])
    setRefreshing(false)
  }
  return { ...list, refreshing, refresh: () => void refresh() }
}

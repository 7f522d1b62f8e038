import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { invoicesQuery, overviewQuery } from './finance-queries.ts'
import type { InvoiceFilter } from './finance-search.ts'

/** Shorter, the button's word would only flicker. */
const REFRESHING_AT_LEAST_MS = 400

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What is owed and the invoices of a filter, refreshed together. */
export function useFinance(filter: InvoiceFilter) {
  const queries = useQueryClient()
  const overview = useQuery(overviewQuery(filter.currency))
  const options = invoicesQuery(filter)
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
    await Promise.all([list.refresh(), overview.refetch(), pause(REFRESHING_AT_LEAST_MS)])
    setRefreshing(false)
  }
  return { overview, list, refreshing, refresh: () => void refresh() }
}

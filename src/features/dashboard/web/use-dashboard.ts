import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccess } from '../../../platform/web/access/access.tsx'
import type { Dashboard } from '../contract.ts'
import { canSee, type DashboardPart, dashboardQuery } from './dashboard-queries.ts'

/** A part of the dashboard as the screen shows it. */
export type Part = {
  data: Dashboard | undefined
  /** Of a load without anything to show. */
  failure: unknown
  /** What is shown are the last good figures. */
  staleFailure: unknown
  /** The figures are those of the currency before. */
  dimmed: boolean
  updatedAt: number
}
/** null: not for this asker. */
export type DashboardScreen = ReturnType<typeof useDashboard>

/** Shorter, the button's word would only flicker. */
const REFRESHING_AT_LEAST_MS = 400

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function usePart(part: DashboardPart, currency: string | undefined) {
  const access = useAccess()
  const visible = canSee(access, part)
  const query = useQuery({ ...dashboardQuery(part, currency), enabled: visible })
  const shown: Part | null = visible
    ? {
        data: query.data,
        failure: query.data ? null : query.error,
        staleFailure: query.data ? query.error : null,
        dimmed: query.isPlaceholderData,
        updatedAt: query.dataUpdatedAt,
      }
    : null
  return { shown, refetch: () => (visible ? query.refetch() : null) }
}

/** Orders and sales, fetched side by side and refreshed together. */
export function useDashboard(currency: string | undefined) {
  const orders = usePart('orders', currency)
  const sales = usePart('sales', currency)
  const [refreshing, setRefreshing] = useState(false)
  const refresh = async () => {
    if (refreshing) return
    setRefreshing(true)
    await Promise.all([orders.refetch(), sales.refetch(), pause(REFRESHING_AT_LEAST_MS)])
    setRefreshing(false)
  }
  return { orders: orders.shown, sales: sales.shown, refreshing, refresh: () => void refresh() }
}

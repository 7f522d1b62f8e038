import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Access, can, type Requirement } from '../../../platform/web/access/access.tsx'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { readText } from '../../../platform/web/url/read-search.ts'
import { dashboardContract } from '../contract.ts'

const api = createApi(dashboardContract)

/** The address of the screen. */
export type DashboardSearch = { currency?: string | undefined }

export function readDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const currency = readText(raw.currency)
  return { currency: currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined }
}

export type DashboardPart = 'orders' | 'sales'

/** What the server asks for before it answers a part. */
const NEEDS: Record<DashboardPart, Requirement> = {
  orders: { permission: 'orders.read', module: 'orders' },
  sales: { permission: 'sales.read', module: 'sales' },
}
export const canSee = (access: Access, part: DashboardPart) => can(access, NEEDS[part])

/** One part of the dashboard: each on its own, so that one that fails leaves the other standing. */
export const dashboardQuery = (part: DashboardPart, currency: string | undefined) =>
  queryOptions({
    queryKey: ['dashboard', part, { currency }],
    queryFn: ({ signal }) => api.get({ part, currency }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The parts that the asker may see. */
export const dashboardQueries = (access: Access, currency: string | undefined) =>
  (['orders', 'sales'] as const)
    .filter((part) => canSee(access, part))
    .map((part) => dashboardQuery(part, currency))

import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ConnectionBanner } from '../../../platform/web/kit/connection-banner.tsx'
import type { DashboardScreen, Part } from './use-dashboard.ts'
import { useDashboardFailure } from './use-dashboard-failure.ts'

/** Loading, loaded with how much of what, or why not (source, section 2); one part that failed is an error too. */
export function DashboardBanner({ screen }: { screen: DashboardScreen }) {
  const t = useTranslations('dashboard')
  const failureText = useDashboardFailure()
  const { orders, sales, refresh } = screen
  const parts = [orders, sales].filter((part): part is Part => part !== null)
  const failures = [
    orders?.failure ? failureText('orders', orders.failure) : null,
    sales?.failure ? failureText('sales', sales.failure) : null,
  ].filter(Boolean)
  const loaded = useLoaded(screen)
  return (
    <ConnectionBanner
      loaded={parts.every(({ data }) => data) ? loaded : undefined}
      loading={t('loading')}
      error={failures.length > 0 ? t('bannerError', { message: failures.join(' · ') }) : null}
      staleFailure={parts.find(({ staleFailure }) => staleFailure)?.staleFailure}
      updatedAt={Math.min(...parts.map(({ updatedAt }) => updatedAt))}
      asOf={oldest(parts.map(({ data }) => data?.asOf ?? null))}
      kinds={[...(orders ? ['orders'] : []), ...(sales ? ['sales-history'] : [])]}
      onRetry={refresh}
    />
  )
}

/** Upstream's last batch for what is shown: of two feeds, the older one tells. */
const oldest = (times: (string | null)[]): string | null =>
  times.includes(null) ? null : (times.toSorted()[0] ?? null)

function useLoaded({ orders, sales }: DashboardScreen): string {
  const t = useTranslations('dashboard')
  const formats = useFormats()
  const count = orders?.data?.cards.totalOrders?.count
  const sold = sales?.data?.cards.totalQuantity?.quantity
  const quantity = formats.count(sold)
  if (count !== undefined && sold !== undefined) return t('loadedBoth', { count, quantity })
  if (count !== undefined) return t('loadedOrders', { count })
  return sold !== undefined ? t('loadedSales', { quantity }) : t('loadedNothing')
}

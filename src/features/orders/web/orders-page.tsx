import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { ConnectionBanner } from '../../../platform/web/kit/connection-banner.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { ExportMenu } from './export-menu.tsx'
import { OrderCards } from './order-cards.tsx'
import { OrdersFilters } from './orders-filters.tsx'
import { NEWEST_FIRST, type OrdersSearch } from './orders-search.ts'
import { OrdersTable } from './orders-table.tsx'
import { useOrders } from './use-orders.ts'
import { useOrdersFailure } from './use-orders-failure.ts'

const DEFAULTS: Partial<OrdersSearch> = { sort: NEWEST_FIRST }

/** Every order of the client: counted by group, searched, sorted and exported over all of them. */
export function OrdersPage() {
  const t = useTranslations('orders')
  const failureText = useOrdersFailure()
  const [filter, change] = useUrlState<OrdersSearch>(DEFAULTS)
  const screen = useOrders(filter)
  const { first, failure } = screen
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <ExportMenu filter={filter} />
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} stroke={1.75} />}
              aria-disabled={screen.refreshing}
              onClick={screen.refresh}
            >
              {t(screen.refreshing ? 'refreshing' : 'refresh')}
            </Button>
          </>
        }
      />
      <ConnectionBanner
        loaded={first?.counts ? t('loaded', { count: first.counts.all }) : undefined}
        loading={t('loading')}
        error={failure && failureText(failure)}
        staleFailure={screen.staleFailure}
        updatedAt={screen.updatedAt}
        asOf={first?.asOf}
        onRetry={first && screen.refresh}
      />
      {!failure && (
        <OrderCards counts={first?.counts} group={filter.group} onChoose={(group) => change({ group })} />
      )}
      <OrdersFilters filter={filter} statuses={first?.statuses} total={screen.total} onChange={change} />
      <OrdersTable screen={screen} filter={filter} onSort={(sort) => change({ sort })} />
    </>
  )
}

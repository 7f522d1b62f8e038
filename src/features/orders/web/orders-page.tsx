import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { ConnectionBanner } from '../../../platform/web/kit/connection-banner.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Slot } from '../../../platform/web/slots/slots.tsx'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { ExportMenu } from '../../exports/web/published.ts'
import { MissingView, ViewsMenu } from '../../views/web/published.ts'
import type { Order } from '../contract.ts'
import { OrderCards } from './order-cards.tsx'
import { OrdersFilters } from './orders-filters.tsx'
import { DEFAULTS, filterOf, type OrdersSearch } from './orders-search.ts'
import css from './orders-table.module.css'
import { OrdersTable } from './orders-table.tsx'
import { useOrderColumns } from './use-order-columns.tsx'
import { useOrders } from './use-orders.ts'

declare module '../../../platform/web/slots/slots.tsx' {
  interface Slots {
    /** What helps with orders when something is wrong: with the one that the list is narrowed to, or with none. */
    'orders.support': { order: Order | undefined }
  }
}

/** What the screen shows comes by it. */
const UPSTREAM = ['orders']

/** Every order of the client: counted by group, searched, sorted and exported over all of them. */
export default function OrdersPage() {
  const t = useTranslations('orders')
  const [search, change] = useUrlState<OrdersSearch>(DEFAULTS)
  const filter = filterOf(search)
  const columns = useOrderColumns(filter.search)
  const choice = useColumnChoice('orders', columns)
  const screen = useOrders(filter)
  const { first, failure, dimmed, total, rows } = screen
  const only = !dimmed && total === 1 ? rows[0] : undefined
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <ViewsMenu screen="orders" columns={choice} />
            <ExportMenu
              offers={[
                {
                  kind: 'orders',
                  filter,
                  rows: dimmed ? null : total,
                  title: t('matching', { count: total ?? 0 }),
                },
              ]}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
              aria-disabled={screen.refreshing}
              onClick={screen.refresh}
            >
              {t(screen.refreshing ? 'refreshing' : 'refresh')}
            </Button>
          </>
        }
      />
      {/* Without any orders the card in the place of the table says why. */}
      {!failure && (
        <ConnectionBanner
          loaded={first?.counts ? t('loaded', { count: first.counts.all }) : undefined}
          loading={t('loading')}
          staleFailure={screen.staleFailure}
          updatedAt={screen.updatedAt}
          asOf={first?.asOf}
          kinds={UPSTREAM}
          onRetry={screen.refresh}
        />
      )}
      <Slot
        name="orders.support"
        given={{ order: only }}
        fallback={<div className={css.support} aria-busy />}
      />
      {!failure && (
        <OrderCards
          counts={first?.counts}
          dimmed={dimmed}
          group={filter.group}
          onChoose={(group) => change({ group })}
        />
      )}
      <OrdersFilters screen={screen} filter={filter} onChange={change} />
      <MissingView screen="orders" />
      <OrdersTable screen={screen} filter={filter} columns={columns} choice={choice} onChange={change} />
    </>
  )
}

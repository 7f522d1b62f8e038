import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { ColumnChooser } from '../../../platform/web/table/column-chooser.tsx'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import type { Order } from '../contract.ts'
import { NEWEST_FIRST, type OrdersSearch } from './orders-search.ts'
import { useOrderColumns } from './use-order-columns.tsx'
import type { OrdersScreen } from './use-orders.ts'
import { useOrdersFailure } from './use-orders-failure.ts'

type OrdersTableProps = { screen: OrdersScreen; filter: OrdersSearch; onSort: (sort: string) => void }

const nameOf = (order: Order) => order.ordNo ?? order.primary ?? String(order.id)

/** Recent Orders: thirteen columns of the source, or what went wrong, or that there is nothing (C2). */
export function OrdersTable({ screen, filter, onSort }: OrdersTableProps) {
  const t = useTranslations('orders')
  const failureText = useOrdersFailure()
  const columns = useOrderColumns()
  const choice = useColumnChoice('orders', columns)
  const searching = filter.search !== undefined || filter.status !== undefined || filter.group !== undefined
  const { failure } = screen
  return (
    <Panel title={t('recentOrders')} flush actions={<ColumnChooser choice={choice} />} busy={screen.loading}>
      <DataTable
        label={t('recentOrders')}
        columns={columns}
        choice={choice}
        rows={screen.rows}
        rowKey={(order) => order.id}
        rowTitle={(order) => t('orderTitle', { number: nameOf(order) })}
        sort={filter.sort ?? NEWEST_FIRST}
        onSort={onSort}
        total={screen.total}
        more={screen.more}
        loading={screen.loading}
        dimmed={screen.dimmed}
        failure={
          failure
            ? {
                title: t('noneAvailable'),
                message: failureText(failure),
                cause: failure,
                onRetry: screen.refresh,
              }
            : null
        }
        empty={<EmptyState title={t('noneFound')} hint={t(searching ? 'adjustSearch' : 'noneInDatabase')} />}
        flush
      />
    </Panel>
  )
}

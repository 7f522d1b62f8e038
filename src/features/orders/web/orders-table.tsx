import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { ColumnChooser } from '../../../platform/web/table/column-chooser.tsx'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import type { Order } from '../contract.ts'
import { isFiltered, type OrdersFilter, type OrdersSearch } from './orders-search.ts'
import css from './orders-table.module.css'
import { useOrderColumns } from './use-order-columns.tsx'
import { useOrderName } from './use-order-name.ts'
import type { OrdersScreen } from './use-orders.ts'
import { useOrdersFailure } from './use-orders-failure.ts'

const OrderSheet = lazy(() => import('./order-sheet.tsx'))

type OrdersTableProps = {
  screen: OrdersScreen
  filter: OrdersFilter
  onChange: (patch: OrdersSearch) => void
}

/** "Recent Orders": the source's thirteen columns; a row opens all that is known of its order. */
export function OrdersTable({ screen, filter, onChange }: OrdersTableProps) {
  const t = useTranslations('orders')
  const columns = useOrderColumns()
  const choice = useColumnChoice('orders', columns)
  const orderName = useOrderName()
  const failureText = useOrdersFailure()
  // The last one stays while its sheet slides away.
  const [sheet, setSheet] = useState<{ row: Order; opened: boolean } | null>(null)
  const { rows, total, more, loading, dimmed, failure, refresh } = screen
  if (failure)
    return (
      <ErrorCard
        title={t('noneAvailable')}
        message={failureText(failure)}
        failure={failure}
        onRetry={refresh}
      />
    )
  return (
    <>
      <Panel
        title={t('recentOrders')}
        actions={
          <span className={css.chooser}>
            <ColumnChooser choice={choice} />
          </span>
        }
        flush
      >
        <div className={css.table}>
          <DataTable
            label={t('recentOrders')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowTitle={orderName}
            choice={choice}
            sort={filter.sort}
            onSort={(sort) => onChange({ sort: sort as OrdersSearch['sort'] })}
            onOpen={(row) => setSheet({ row, opened: true })}
            total={total}
            more={more}
            loading={loading}
            dimmed={dimmed}
            empty={<NoOrders filter={filter} onChange={onChange} />}
            flush
          />
        </div>
      </Panel>
      {sheet && (
        <Suspense fallback={null}>
          <OrderSheet {...sheet} onClose={() => setSheet({ ...sheet, opened: false })} />
        </Suspense>
      )}
    </>
  )
}

function NoOrders({ filter, onChange }: Pick<OrdersTableProps, 'filter' | 'onChange'>) {
  const t = useTranslations('orders')
  if (!isFiltered(filter)) return <EmptyState title={t('noneFound')} hint={t('noneInDatabase')} />
  return (
    <EmptyState
      title={t('noneFound')}
      hint={t(filter.search ? 'adjustSearch' : 'adjustFilters')}
      actions={
        <Button
          variant="default"
          onClick={() => onChange({ search: undefined, status: undefined, group: undefined })}
        >
          {t('clearFilters')}
        </Button>
      }
    />
  )
}

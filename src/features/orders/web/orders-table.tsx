import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { ColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { ColumnChooser } from '../../../platform/web/table/column-chooser.tsx'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { useChangedRows } from '../../../platform/web/table/use-changed-rows.ts'
import type { Order } from '../contract.ts'
import { orderAddress } from './order-address.ts'
import { isFiltered, type OrdersFilter, type OrdersSearch } from './orders-search.ts'
import css from './orders-table.module.css'
import type { useOrderColumns } from './use-order-columns.tsx'
import { useOrderName } from './use-order-name.ts'
import type { OrdersScreen } from './use-orders.ts'
import { useOrdersFailure } from './use-orders-failure.ts'

const orderKey = ({ id }: Order) => id

type OrdersTableProps = {
  screen: OrdersScreen
  filter: OrdersFilter
  columns: ReturnType<typeof useOrderColumns>
  choice: ColumnChoice
  onChange: (patch: OrdersSearch) => void
}

/** "Recent Orders": the source's thirteen columns; a row opens its order. */
export function OrdersTable({ screen, filter, columns, choice, onChange }: OrdersTableProps) {
  const t = useTranslations('orders')
  const orderName = useOrderName()
  const failureText = useOrdersFailure()
  const changed = useChangedRows(screen.rows, orderKey, screen.dimmed ? null : JSON.stringify(filter))
  const navigate = useNavigate()
  const { seesAllTenants } = useAccess()
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
          rowKey={orderKey}
          changed={changed}
          rowTitle={orderName}
          choice={choice}
          sort={filter.sort}
          onSort={(sort) => onChange({ sort: sort as OrdersSearch['sort'] })}
          onOpen={(row) =>
            void navigate({ to: '/orders/$ordNo', params: { ordNo: orderAddress(row, seesAllTenants) } })
          }
          total={total}
          more={more}
          loading={loading}
          dimmed={dimmed}
          empty={<NoOrders filter={filter} onChange={onChange} />}
          flush
        />
      </div>
    </Panel>
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

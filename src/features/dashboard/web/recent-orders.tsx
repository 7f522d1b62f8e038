import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { NO_VIEW } from '../../../platform/web/url/read-search.ts'
import { Amount, orderAddress, StatusBadge, Text } from '../../orders/web/published.ts'
import type { Dashboard } from '../contract.ts'
import { dashboardTone } from '../domain/status-tone.ts'
import css from './dashboard.module.css'
import type { Part } from './use-dashboard.ts'
import { useDashboardFailure } from './use-dashboard-failure.ts'

type RecentOrder = NonNullable<Dashboard['recentOrders']>[number]

/** The twenty highest order numbers; a row opens its order. */
export function RecentOrders({ data, failure, dimmed, onRetry }: Part & { onRetry: () => void }) {
  const t = useTranslations('dashboard')
  const failureText = useDashboardFailure()
  const navigate = useNavigate()
  const { seesAllTenants } = useAccess()
  const columns = useColumns()
  if (failure)
    return (
      <ErrorCard
        title={t('ordersFailedTitle')}
        message={failureText('orders', failure)}
        failure={failure}
        onRetry={onRetry}
      />
    )
  const numberOf = ({ ordNo, primary }: RecentOrder) => ordNo?.trim() || primary?.trim()
  return (
    <Panel
      title={t('recentOrders')}
      actions={
        <Link to="/orders" search={{ view: NO_VIEW }}>
          {t('viewAll')}
        </Link>
      }
      flush
    >
      <div className={css.whole}>
        <DataTable
          label={t('recentOrders')}
          columns={columns}
          rows={data?.recentOrders ?? []}
          rowKey={({ id }) => id}
          rowTitle={(order) => t('order', { number: numberOf(order) ?? t('noNumber') })}
          onOpen={(order) =>
            void navigate({ to: '/orders/$ordNo', params: { ordNo: orderAddress(order, seesAllTenants) } })
          }
          loading={!data}
          expected={20}
          dimmed={dimmed}
          empty={<EmptyState title={t('noRecentOrders')} />}
          flush
        />
      </div>
    </Panel>
  )
}

function useColumns(): readonly Column<RecentOrder>[] {
  const t = useTranslations('dashboard.columns')
  const { seesAllTenants } = useAccess()
  const columns: Column<RecentOrder>[] = [
    { id: 'ordNo', title: t('ordNo'), cell: ({ ordNo }) => <Text strong>{ordNo}</Text> },
    {
      id: 'clientName',
      title: t('clientName'),
      cell: ({ clientName }) => <Text>{clientName}</Text>,
      card: 'fact',
    },
    {
      id: 'ordStat',
      title: t('ordStat'),
      cell: ({ ordStat, status }) => (
        <StatusBadge text={ordStat} status={status} tone={dashboardTone(status)} />
      ),
      card: 'corner',
    },
    {
      id: 'amount',
      title: t('amount'),
      cell: (order) => <Amount order={order} />,
      align: 'end',
      card: 'fact',
    },
  ]
  if (!seesAllTenants) return columns
  const company: Column<RecentOrder> = {
    id: 'tenantName',
    title: t('tenantName'),
    cell: ({ tenantName }) => <Text>{tenantName ?? t('unassigned')}</Text>,
    card: 'fact',
  }
  return [columns[0], company, ...columns.slice(1)].filter((one) => one !== undefined)
}

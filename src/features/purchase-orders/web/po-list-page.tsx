import { Button } from '@mantine/core'
import { IconFilter, IconPlus, IconPrinter } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { useChangedRows } from '../../../platform/web/table/use-changed-rows.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { ExportMenu } from '../../exports/web/published.ts'
import type { PurchaseOrder } from '../contract.ts'
import css from './po.module.css'
import { usePoName } from './po-cells.tsx'
import { PoFilters } from './po-filters.tsx'
import { purchaseOrdersQuery } from './po-queries.ts'
import { DEFAULTS, filterOf, isFiltered, NO_FILTER, type PoSearch } from './po-search.ts'
import { usePoColumns } from './use-po-columns.tsx'

const LimitDialog = lazyComponent(() => import('./limit-dialog.tsx'))
/** Below the rows, which come first. */
const PoCharts = lazyComponent(() => import('./po-charts.tsx'))

const keyOf = ({ id }: PurchaseOrder) => id

/** Purchase orders of the client, or for staff of their clients: the newest first. */
export default function PurchaseOrdersPage() {
  const t = useTranslations('purchaseOrders')
  const failureText = useFailureText()
  const [search, change] = useUrlState<PoSearch>(DEFAULTS)
  const filter = filterOf(search)
  const list = useCursorList(purchaseOrdersQuery(filter))
  const { rows, first, total, dimmed, failure, refresh } = list
  const changed = useChangedRows(rows, keyOf, dimmed ? null : JSON.stringify(filter))
  const columns = usePoColumns()
  const nameOf = usePoName()
  const navigate = useNavigate()
  const access = useAccess()
  const [more, showMore] = useState(
    [filter.from, filter.to, filter.tenant, filter.waiting, filter.order].some(Boolean),
  )
  const [limiting, setLimiting] = useState(false)
  const filtered = isFiltered(filter)
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconFilter size={18} stroke={1.75} aria-hidden />}
              aria-expanded={more}
              onClick={() => showMore(!more)}
            >
              {t('moreFilters')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('print')}
            </Button>
            <ExportMenu
              offers={[
                {
                  kind: 'purchase-orders',
                  filter,
                  rows: dimmed ? null : total,
                  title: t('matching', { count: total ?? 0 }),
                },
              ]}
            />
            {access.tenant &&
              !access.permissions.includes('tenants.read') &&
              can(access, { permission: 'purchase_orders.approve' }) && (
                <Button variant="default" onClick={() => setLimiting(true)}>
                  {t('limit.button')}
                </Button>
              )}
            {can(access, { permission: 'purchase_orders.write' }) && (
              <Button
                component={Link}
                to="/orders/purchase-orders/new"
                leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
              >
                {t('new')}
              </Button>
            )}
          </>
        }
      />
      <PoFilters
        filter={filter}
        more={more}
        counts={first?.states}
        total={dimmed ? null : total}
        onChange={change}
      />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        changed={changed}
        rowTitle={(po) => po.poNo ?? nameOf(po)}
        sort={filter.sort}
        onSort={(sort) => change({ sort: sort as PoSearch['sort'] })}
        onOpen={({ id }) => void navigate({ to: '/orders/purchase-orders/$id', params: { id: String(id) } })}
        total={total}
        more={list.more}
        loading={list.loading}
        dimmed={dimmed}
        failure={
          failure && {
            title: t('notLoaded'),
            message: failureText(failure),
            cause: failure,
            onRetry: () => void refresh(),
          }
        }
        empty={
          <EmptyState
            title={t(filtered ? 'noneFound' : 'none')}
            hint={t(filtered ? 'noneFoundHint' : 'noneHint')}
            {...(filtered && {
              actions: (
                <Button variant="default" onClick={() => change(NO_FILTER)}>
                  {t('clearFilters')}
                </Button>
              ),
            })}
          />
        }
      />
      <div className={css.charts}>
        <Suspense fallback={null}>
          <PoCharts filter={filter} onChange={change} />
        </Suspense>
      </div>
      {limiting && (
        <Suspense fallback={null}>
          <LimitDialog onClose={() => setLimiting(false)} />
        </Suspense>
      )}
    </>
  )
}

import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import { Text } from '../../orders/web/published.ts'
import type { PurchaseOrder } from '../contract.ts'
import css from './po.module.css'
import { PoStatus, useTotal, useWaitsFor } from './po-cells.tsx'

/** Number, where it stands, date and what it costs; first the company, for those who look at several. */
export function usePoColumns(): readonly Column<PurchaseOrder>[] {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  const total = useTotal()
  const waitsFor = useWaitsFor()
  const { seesAllTenants } = useAccess()
  const columns: Column<PurchaseOrder>[] = [
    {
      id: 'poNo',
      title: t('columns.poNo'),
      cell: ({ poNo, byStaff }) => (
        <span className={css.number}>
          <Text strong>{poNo ?? DASH}</Text>
          {byStaff && <Badge tone="info">{t('byStaff')}</Badge>}
        </span>
      ),
      fixed: true,
    },
    {
      id: 'status',
      title: t('columns.status'),
      cell: ({ state }) => <PoStatus>{state}</PoStatus>,
      sortable: false,
      card: 'corner',
    },
    {
      id: 'state',
      title: t('columns.state'),
      cell: (po) => waitsFor(po) || DASH,
      line: waitsFor,
      sortable: false,
      narrow: true,
    },
    {
      id: 'number',
      title: t('columns.number'),
      cell: ({ number }) => (number === null ? DASH : String(number)),
      align: 'end',
    },
    { id: 'date', title: t('columns.date'), cell: ({ date }) => formats.dateTime(date), card: 'fact' },
    {
      id: 'requestedDate',
      title: t('columns.requestedDate'),
      cell: ({ requestedDate }) => formats.date(requestedDate),
      card: 'fact',
    },
    { id: 'total', title: t('columns.total'), cell: total, align: 'end', card: 'fact' },
  ]
  if (!seesAllTenants) return columns
  return [
    {
      id: 'tenantName',
      title: t('columns.tenantName'),
      cell: ({ tenantName }) => tenantName ?? DASH,
      line: ({ tenantName }) => <span>{tenantName}</span>,
    },
    ...columns,
  ]
}

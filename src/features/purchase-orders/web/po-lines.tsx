import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { Text } from '../../orders/web/published.ts'
import type { PoDetail, PoLine } from '../contract.ts'
import { usePrice, useTotal } from './po-cells.tsx'

/** What is ordered, and the total of what has a price. */
export function PoLines({ detail: { lines, purchaseOrder } }: { detail: PoDetail }) {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  const total = useTotal()
  const price = usePrice()
  const { currency } = purchaseOrder
  const columns: Column<PoLine>[] = [
    {
      id: 'itemNo',
      title: t('lines.itemNo'),
      cell: ({ itemNo }) => <Text strong>{itemNo}</Text>,
      fixed: true,
    },
    { id: 'name', title: t('lines.name'), cell: ({ name }) => <Text>{name}</Text>, line: ({ name }) => name },
    {
      id: 'quantity',
      title: t('lines.quantity'),
      cell: ({ quantity, unit }) => `${formats.quantity(quantity)} ${unit ?? ''}`.trim(),
      align: 'end',
      card: 'fact',
    },
    {
      id: 'unitPrice',
      title: t('lines.unitPrice'),
      cell: (line) => price(line, currency),
      align: 'end',
      card: 'fact',
    },
    {
      id: 'amount',
      title: t('lines.amount'),
      cell: ({ amount }) => (amount === null ? DASH : formats.money(amount, currency)),
      align: 'end',
      card: 'fact',
    },
    {
      id: 'leadTime',
      title: t('lines.leadTime'),
      cell: ({ leadWeeks }) => (leadWeeks ? t('weeks', leadWeeks) : DASH),
    },
  ]
  return (
    <Panel title={t('lines.title')} note={t('lines.total', { total: total(purchaseOrder) })} flush>
      <DataTable
        label={t('lines.title')}
        columns={columns.map((column) => ({ ...column, sortable: false }))}
        rows={lines}
        rowKey={({ lineNo }) => lineNo}
        rowTitle={({ itemNo }) => itemNo}
        empty={<EmptyState title={t('lines.none')} hint={t('lines.noneHint')} />}
        flush
      />
    </Panel>
  )
}

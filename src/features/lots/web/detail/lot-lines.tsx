import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../../platform/web/access/access.tsx'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { Column } from '../../../../platform/web/table/column.ts'
import { DataTable } from '../../../../platform/web/table/data-table.tsx'
import { Text } from '../../../orders/web/published.ts'
import type { LotDetail, LotLine } from '../../contract.ts'
import css from '../lots.module.css'

const addressOf = ({ orderId }: LotLine) => `id:${orderId}`

/** The own order lines that the lot stands on, and what they come to by unit. */
export function LotLines({ detail, lines }: { detail: LotDetail; lines: LotLine[] }) {
  const t = useTranslations('lots.lines')
  const formats = useFormats()
  const columns = useLineColumns()
  const totals = (detail.lineTotals ?? []).map(({ unit, ordered, shipped }) =>
    t('total', {
      ordered: [formats.quantity(ordered), unit].filter(Boolean).join(' '),
      shipped: [formats.quantity(shipped), unit].filter(Boolean).join(' '),
    }),
  )
  return (
    <Panel title={t('title')} note={t('count', { count: detail.lineCount ?? 0 })} flush>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={lines}
        rowKey={(line) => `${line.orderId} ${line.lineNo}`}
        rowTitle={({ ordNo, lineNo }) => t('line', { order: ordNo ?? '', line: lineNo })}
        total={detail.lineCount}
        empty={<EmptyState title={t('none')} />}
        flush
      />
      {totals.length > 0 && <p className={css.sums}>{totals.join(' · ')}</p>}
    </Panel>
  )
}

function useLineColumns(): readonly Column<LotLine>[] {
  const t = useTranslations('lots.lines')
  const formats = useFormats()
  const { seesAllTenants } = useAccess()
  const company: Column<LotLine> = {
    id: 'tenantName',
    title: t('company'),
    cell: ({ tenantName }) => <Text>{tenantName ?? null}</Text>,
    sortable: false,
  }
  return [
    {
      id: 'order',
      title: t('order'),
      cell: (line) => (
        <Link to="/orders/$ordNo" params={{ ordNo: addressOf(line) }}>
          <Text strong>{line.ordNo?.trim() || t('noNumber')}</Text>
        </Link>
      ),
      sortable: false,
      fixed: true,
    },
    ...(seesAllTenants ? [company] : []),
    { id: 'poNo', title: t('poNo'), cell: ({ poNo }) => <Text>{poNo}</Text>, sortable: false, card: 'fact' },
    { id: 'lineNo', title: t('lineNo'), cell: ({ lineNo }) => <Text>{lineNo}</Text>, sortable: false },
    { id: 'itemName', title: t('item'), cell: ({ itemName }) => <Text>{itemName}</Text>, sortable: false },
    {
      id: 'ordered',
      title: t('ordered'),
      cell: ({ ordered }) => formats.quantity(ordered),
      align: 'end',
      sortable: false,
      card: 'fact',
    },
    {
      id: 'shipped',
      title: t('shipped'),
      cell: ({ shipped }) => formats.quantity(shipped),
      align: 'end',
      sortable: false,
      card: 'fact',
    },
    { id: 'unit', title: t('unit'), cell: ({ unit }) => <Text>{unit}</Text>, sortable: false },
  ]
}

import { useMemo, useState } from 'react'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { SegmentChips } from '../../../platform/web/kit/filters.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { StageDot } from '../../../platform/web/kit/stage-dot.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { ColumnChooser } from '../../../platform/web/table/column-chooser.tsx'
import { DataTable } from '../../../platform/web/table/data-table.tsx'

type Row = { id: number; client: string; amount: string; status: string }

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: 10_482 - index,
    client:
      index % 7 === 3
        ? 'Laboratoires de produits naturels du Bas-Saint-Laurent et de la Gaspésie inc.'
        : 'Boréal Santé',
    amount: index % 11 === 5 ? '99999999999999.99' : `${(index * 7919) % 90_000}.00`,
    status: ['Blend', 'CTS', 'Packaging', 'Finance hold'][index % 4] ?? '',
  }))

const SIZES: Record<string, number> = { few: 5, thousands: 5000, none: 0 }

export function KitTable() {
  const formats = useFormats()
  const [sort, setSort] = useState('-ordNo')
  const [state, setState] = useState<string | undefined>('few')
  const rows = useMemo(() => rowsOf(SIZES[state ?? ''] ?? 5), [state])
  const columns: Column<Row>[] = [
    { id: 'ordNo', title: 'Ord No', cell: (row) => <b>{row.id}</b>, fixed: true },
    { id: 'clientName', title: 'Client', cell: (row) => row.client, card: 'fact' },
    {
      id: 'ordStat',
      title: 'Ord Stat',
      cell: (row) => <Badge tone="warn">{row.status}</Badge>,
      card: 'corner',
    },
    {
      id: 'amount',
      title: 'Montant Total',
      cell: (row) => formats.money(row.amount, 'CAD'),
      align: 'end',
      card: 'fact',
    },
    ...['BL t', 'CTS t', 'BB t'].map((title, index) => ({
      id: title,
      title,
      hint: `Stage ${title}`,
      cell: (row: Row) => <StageDot color={row.id % 3 === index ? 'green' : 'yellow'} text="in progress" />,
    })),
    { id: 'ref', title: 'Reference', cell: (row) => `REF-${row.id}`, startsHidden: true, sortable: false },
  ]
  const choice = useColumnChoice('kit', columns)
  return (
    <Panel
      title="Table"
      flush
      actions={<ColumnChooser choice={choice} />}
      note={
        <SegmentChips
          label="State"
          any="loading"
          value={state}
          choices={['few', 'thousands', 'none', 'dimmed', 'failed'].map((value) => ({ value, label: value }))}
          onChange={setState}
        />
      }
    >
      <DataTable
        label="Recent Orders"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowTitle={(row) => String(row.id)}
        choice={choice}
        sort={sort}
        onSort={setSort}
        total={state === 'few' ? 214 : rows.length}
        more={state === 'few' ? { load: () => setState('thousands'), loading: false } : null}
        loading={state === undefined}
        dimmed={state === 'dimmed'}
        failure={
          state === 'failed'
            ? {
                title: 'No orders available',
                message: 'Database error: no answer',
                onRetry: () => setState('few'),
              }
            : null
        }
        empty={<EmptyState title="No orders found" hint="Try adjusting your search terms" />}
        flush
      />
    </Panel>
  )
}

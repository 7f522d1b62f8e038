import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../../platform/web/format/formats.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { Column } from '../../../../platform/web/table/column.ts'
import { DataTable } from '../../../../platform/web/table/data-table.tsx'
import { Text } from '../../../orders/web/published.ts'
import type { LotShipment } from '../../contract.ts'

/** The own shipments that carried some of the lot. */
export default function LotShipments({ shipments }: { shipments: LotShipment[] }) {
  const t = useTranslations('lots.shipments')
  return (
    <Panel title={t('title')} flush>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        rows={shipments}
        rowKey={({ id }) => id}
        rowTitle={({ trackingNo }) => trackingNo}
        total={shipments.length}
        empty={<EmptyState title={t('none')} />}
        flush
      />
    </Panel>
  )
}

function useColumns(): readonly Column<LotShipment>[] {
  const t = useTranslations('lots.shipments')
  const formats = useFormats()
  const unsorted = { sortable: false }
  return [
    {
      id: 'tracking',
      title: t('tracking'),
      cell: ({ id, trackingNo }) => (
        <Link to="/orders/tracking" search={{ shipment: id }}>
          <Text strong>{trackingNo}</Text>
        </Link>
      ),
      fixed: true,
      ...unsorted,
    },
    { id: 'carrier', title: t('carrier'), cell: ({ carrier }) => carrier, card: 'fact', ...unsorted },
    {
      id: 'shipped',
      title: t('shipped'),
      cell: ({ shippedOn }) => formats.date(shippedOn),
      card: 'fact',
      ...unsorted,
    },
    {
      id: 'delivered',
      title: t('delivered'),
      cell: ({ deliveredOn }) => formats.date(deliveredOn),
      ...unsorted,
    },
    {
      id: 'quantity',
      title: t('quantity'),
      cell: ({ quantities }) =>
        quantities
          .map(({ quantity, unit }) => [formats.quantity(quantity), unit].filter(Boolean).join(' '))
          .join(' · ') || DASH,
      align: 'end',
      ...unsorted,
    },
  ]
}

import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import type { Shipment, ShipmentSort } from '../contract.ts'
import { Day, Estimate, State, Text } from './shipment-cells.tsx'

type ShipmentColumn = Column<Shipment> & { id: ShipmentSort }

/** What one looks for first; then what is hidden until it is chosen. First the company, for those who look at several. */
export function useShipmentColumns(): readonly ShipmentColumn[] {
  const t = useTranslations('tracking.columns')
  const { seesAllTenants } = useAccess()
  const column = (
    id: ShipmentSort,
    cell: ShipmentColumn['cell'],
    more: Partial<ShipmentColumn> = {},
  ): ShipmentColumn => ({ id, title: t(id), cell, ...more })
  const columns: ShipmentColumn[] = [
    column('trackingNumber', (row) => <Text>{row.trackingNumber}</Text>, { fixed: true }),
    column('carrier', (row) => <Text>{row.carrier}</Text>, { card: 'fact' }),
    column(
      'ordNo',
      (row) => <Text>{[row.ordNo ?? row.primary ?? [], row.furtherOrders].flat().join(', ')}</Text>,
      { card: 'fact' },
    ),
    column('poNo', (row) => <Text>{row.poNo}</Text>),
    column('state', (row) => <State shipment={row} />, { card: 'corner' }),
    column('shippedOn', (row) => <Day>{row.shippedOn}</Day>),
    column('estimatedOn', (row) => <Estimate shipment={row} />, { card: 'fact' }),
    column('deliveredOn', (row) => <Day>{row.deliveredOn}</Day>),
    column('clientName', (row) => <Text>{row.clientName}</Text>, { startsHidden: true }),
    column('placedOn', (row) => <Day>{row.placedOn}</Day>, { startsHidden: true }),
    column('shipTo', (row) => <Text>{row.shipTo}</Text>, { startsHidden: true }),
  ]
  if (!seesAllTenants) return columns
  const line: ShipmentColumn['line'] = ({ tenantName }) => <span>{tenantName}</span>
  return [column('tenantName', (row) => <Text>{row.tenantName ?? null}</Text>, { line }), ...columns]
}

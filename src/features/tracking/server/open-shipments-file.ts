import { readInChunks } from '../../../platform/server/database/read-in-chunks.ts'
import type { Asked, TableFile } from '../../../platform/server/export/answer-table-file.ts'
import { type FieldColumn, fieldColumns } from '../../../platform/server/export/column.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { dateOfAsker } from '../../../platform/server/zone-of-asker.ts'
import { type Shipment, trackingFileContract } from '../contract.ts'
import { countShipments } from './list-shipments.ts'
import { matchShipments, type ShipmentFilter, shipmentRows, shipmentSort } from './select-shipments.ts'

type ExportShipments = ShipmentFilter & { sort: string; format: 'csv' | 'xlsx' }
type Heading = keyof ReturnType<typeof serverMessages>['shipments']['headings']

const COLUMNS: FieldColumn<Heading & keyof Shipment, Shipment>[] = [
  ['trackingNumber', 'text', 24],
  ['carrier', 'text', 18],
  ['primary', 'text', 14],
  ['ordNo', 'text', 12],
  ['poNo', 'text', 16],
  ['clientName', 'text', 36],
  ['state', 'text', 14],
  ['warning', 'text', 12],
  ['daysLate', 'number', 10],
  ['placedOn', 'date', 14],
  ['processedOn', 'date', 14],
  ['shippedOn', 'date', 14],
  ['estimatedOn', 'date', 16],
  ['deliveredOn', 'date', 14],
  ['shipTo', 'text', 36],
]

/** Every shipment of the filter as a file; with the tenant's name first for those who look at several. */
async function openShipmentsFile(
  { tx, actor, input: { format, ...ask }, language }: Asked<ExportShipments>,
  today: string,
): Promise<TableFile<Shipment>> {
  const words = serverMessages(language).shipments
  const matches = await matchShipments(tx, ask.search)
  const [counts, day] = await Promise.all([
    countShipments(tx, actor, ask, { matches, today }),
    dateOfAsker(tx, actor),
  ])
  const rows = counts[ask.group ?? 'all']
  const shown: typeof COLUMNS = actor.tenantId === null ? [['tenantName', 'text', 28], ...COLUMNS] : COLUMNS
  return {
    format,
    name: `${words.file}-${day}`,
    rows,
    sheet: words.sheet,
    columns: fieldColumns(shown, words.headings, (row, field) => {
      const value =
        field === 'ordNo'
          ? [row.ordNo ?? [], row.furtherOrders].flat().join(', ') || null
          : (row[field] ?? null)
      return (field === 'state' || field === 'warning') && value !== null
        ? words.groups[value as keyof typeof words.groups]
        : value
    }),
    batches: readInChunks(
      tx,
      shipmentRows(tx, actor, ask, { matches, sort: shipmentSort(ask.sort), today }),
    ) as AsyncIterable<Shipment[]>,
    act: { objectType: 'shipments', objectId: 'export', after: { ...ask, format, language, rows } },
  }
}

/** `GET /tracking/export` */
export const shipmentsFile = (today: () => string) =>
  tableKind(trackingFileContract.export, (asked) => openShipmentsFile(asked, today()))

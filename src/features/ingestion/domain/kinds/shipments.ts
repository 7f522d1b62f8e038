import type { Cells } from './cells.ts'
import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind, KEY_SEPARATOR } from './kind.ts'
import { orderKey } from './orders.ts'

const DATES = {
  orderDate: 'Order Date',
  processedDate: 'Processed Date',
  shippedDate: 'Shipped Date',
  estimatedDelivery: 'Estimated Delivery',
  deliveredDate: 'Delivered Date',
} as const
type DateField = keyof typeof DATES

export type ShipmentFields = { [Field in DateField]: string | null } & {
  trackingNumber: string
  carrier: string
  /** Where the carrier shows it; null: by the carrier's own pattern, if it is a well-known one. */
  carrierLink: string | null
  /** The natural key of its order. */
  orderKey: string | null
  primary: string | null
  ordNo: string | null
  poNo: string | null
  clientCode: string | null
  clientName: string | null
  /** Words that stand where a date should be. */
  dateTexts: { [Field in DateField]?: string } | null
  shipTo: string | null
  weight: string | null
}

/** A shipment; natural key: tracking number and carrier. */
export const shipments = defineKind({
  kind: 'shipments',
  source: [
    column('Tracking Number', 'identifier', 'required'),
    column('Carrier', 'identifier', 'required'),
    textColumn('Carrier Link', 500),
    column('Primary', 'identifier'),
    column('Ord No', 'identifier'),
    column('PO No', 'identifier'),
    column('Client Code', 'identifier'),
    textColumn('Client Name', 200),
    column('Order Date', 'date_or_text'),
    column('Processed Date', 'date_or_text'),
    column('Shipped Date', 'date_or_text'),
    column('Estimated Delivery', 'date_or_text'),
    column('Delivered Date', 'date_or_text'),
    textColumn('Ship To', 500),
    textColumn('Weight', 100),
  ],
  oneOf: [['Client Name', 'Client Code']],
  key: shipmentKey,
  read: (cells): ShipmentFields => {
    const dates = Object.entries(DATES).map(([field, name]) => [field, cells.dateOrText(name)] as const)
    const texts = dates.flatMap(([field, { text }]) => (text === null ? [] : [[field, text]]))
    return {
      ...(Object.fromEntries(dates.map(([field, { date }]) => [field, date])) as {
        [Field in DateField]: string | null
      }),
      trackingNumber: cells.text('Tracking Number') ?? '',
      carrier: cells.text('Carrier') ?? '',
      carrierLink: readLink(cells),
      orderKey: orderKey(cells),
      primary: cells.text('Primary'),
      ordNo: cells.text('Ord No'),
      poNo: cells.text('PO No'),
      clientCode: cells.text('Client Code'),
      clientName: cells.text('Client Name'),
      dateTexts: texts.length > 0 ? Object.fromEntries(texts) : null,
      shipTo: cells.text('Ship To'),
      weight: cells.text('Weight'),
    }
  },
  names: {
    'Tracking Number': names.TRACKING_NO,
    Carrier: names.CARRIER,
    'Ord No': names.ORDER_NO,
    'PO No': names.PO_NO,
    'Client Code': names.CLIENT_CODE,
    'Client Name': names.CLIENT_NAME,
    'Order Date': names.ORDER_DATE,
    'Ship To': names.SHIP_TO,
    Weight: names.WEIGHT,
  },
  client: ['Client Code', 'Client Name'],
  example: [
    {
      'Tracking Number': '1Z999AA10123456784',
      Carrier: 'UPS',
      'Ord No': 'SO-10425',
      'PO No': 'PO-4471',
      'Client Code': 'BOR-01',
      'Client Name': 'Boréal Santé',
      'Order Date': 'Date Not Captured',
      'Processed Date': '2025-08-20',
      'Shipped Date': '2025-08-21',
      'Estimated Delivery': '2025-08-26',
      'Ship To': '120, rue Saint-Paul, Québec',
      Weight: '118 KG',
    },
  ],
})

/** One number may be in use by two carriers; how a carrier's name is written makes no other shipment. */
export function shipmentKey(cells: Cells<'Tracking Number' | 'Carrier'>): string | null {
  const number = cells.text('Tracking Number')
  const carrier = cells.text('Carrier')
  if (number === null || carrier === null) return null
  return `${number.toUpperCase()}${KEY_SEPARATOR}${carrier.toLowerCase().replaceAll(/\s+/g, ' ')}`
}

/** People press it: nothing but an address of the web that nobody can read on its way. */
function readLink(cells: Cells<'Carrier Link'>): string | null {
  const text = cells.text('Carrier Link')
  if (text === null) return null
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
    ? url.href
    : cells.error('Carrier Link', 'bad_link', 'Carrier Link is not an address that begins with https://.')
}

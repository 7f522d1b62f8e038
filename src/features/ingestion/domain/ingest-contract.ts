import { endpoint } from '../../../platform/contract/endpoint.ts'
import { IngestAnswer } from '../contract.ts'
import { exampleBodies } from './kinds/examples.ts'
import { KINDS, type Kind } from './kinds/kinds.ts'
import { rowSchema } from './kinds/row-schema.ts'

const SUMMARY: Record<Kind, string> = {
  customers: 'Clients of the manufacturer, from upstream',
  orders: 'Orders, from upstream',
  'order-lines': 'Lines of orders, from upstream; a line may come before its order',
  'sales-history': 'Sales lines, from upstream',
  'current-sales': 'Lines of current sales, from upstream',
  products: 'What the manufacturer makes, from upstream; not for a key that is bound to a tenant',
  invoices: 'Invoices and credit notes, from upstream',
  'invoice-lines': 'Lines of invoices, from upstream; a line may come before its invoice',
  payments: 'Payments and credits, on invoices or on account, from upstream',
  'price-list': 'What clients pay for items, from upstream; the newest price in force counts',
  shipments: 'Shipments, from upstream, by tracking number and carrier',
  'shipment-events': 'What carriers tell of shipments, from upstream; an event may come before its shipment',
  'shipment-lines': 'What is in shipments, from upstream; a line may come before its shipment',
  lots: 'Lots, from upstream; seen by whoever has one on a line of an order',
  'lot-results': 'What was found when lots were tested, from upstream; a result may come before its lot',
}

const text = { type: 'string' }
const OPTIONS = {
  atomic: { schema: { type: 'boolean' }, description: 'Any rejected row refuses the whole batch' },
  mode: {
    schema: { enum: ['upsert', 'replace'] },
    description: 'replace: the batch is the whole truth of the scope',
  },
  scope: { schema: text, description: 'With mode=replace: all, a year (2025) or a month (2025-08)' },
  confirm: {
    schema: { type: 'boolean' },
    description:
      'Replace although more than a fifth of the stored rows would go; move invoices with payments, and orders that took a purchase order’s place, to another company',
  },
  duplicates: {
    schema: { enum: ['reject', 'last'] },
    description:
      'Of rows of one key with different content and no, or the same, Updated At: none, or the last. Without it the source’s setting',
  },
  complete: {
    schema: { type: 'boolean' },
    description:
      'Of lines numbered within their parents: all came, so that what else stands of a parent goes',
  },
  controls: {
    schema: text,
    description: 'JSON {rows, quantity, amount}: refused unless that is what arrived',
  },
  decimal: { schema: { enum: ['auto', '.', ','] }, description: 'How decimals are written in text' },
  dateOrder: { schema: { enum: ['dmy', 'mdy'] }, description: 'For dates that nothing else decides' },
  encoding: { schema: text, description: 'Found out if left out' },
  separator: { schema: text, description: 'Of a CSV; found out if left out' },
}
const PARAMETERS = [
  ...Object.entries(OPTIONS).map(([name, option]) => ({ name, in: 'query', ...option })),
  {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { ...text, maxLength: 255 },
    description: 'The same request with the same key gets the stored answer again, for 30 days',
  },
]

const ingestOf = (kind: Kind) =>
  endpoint
    .route({
      method: 'POST',
      path: `/ingest/${kind}`,
      summary: SUMMARY[kind],
      spec: (operation) =>
        ({
          ...operation,
          security: [{ ingestKey: [] }],
          parameters: PARAMETERS,
          requestBody: { required: true, content: bodies(kind) },
        }) as typeof operation,
    })
    .meta({ key: 'ingest', audit: 'ingest.batch' })
    .output(IngestAnswer)

function bodies(kind: Kind) {
  const row = rowSchema(KINDS[kind])
  return Object.fromEntries(
    Object.entries(exampleBodies(kind)).map(([type, example]) => [
      type,
      { schema: type === 'application/json' ? { type: 'array', items: row } : text, example },
    ]),
  )
}

/** Answered outside the typed router: bodies of any size, in several forms, with a key instead of a session. */
export const ingestContract = {
  customers: ingestOf('customers'),
  orders: ingestOf('orders'),
  orderLines: ingestOf('order-lines'),
  salesHistory: ingestOf('sales-history'),
  currentSales: ingestOf('current-sales'),
  products: ingestOf('products'),
  invoices: ingestOf('invoices'),
  invoiceLines: ingestOf('invoice-lines'),
  payments: ingestOf('payments'),
  priceList: ingestOf('price-list'),
  shipments: ingestOf('shipments'),
  shipmentEvents: ingestOf('shipment-events'),
  shipmentLines: ingestOf('shipment-lines'),
  lots: ingestOf('lots'),
  lotResults: ingestOf('lot-results'),
}

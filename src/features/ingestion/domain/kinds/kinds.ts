import { type CurrentSalesFields, currentSales } from './current-sales.ts'
import { type CustomerFields, customers } from './customers.ts'
import { type InvoiceLineFields, invoiceLines } from './invoice-lines.ts'
import { type InvoiceFields, invoices } from './invoices.ts'
import type { KindDefinition } from './kind.ts'
import { type LotResultFields, lotResults } from './lot-results.ts'
import { type LotFields, lots } from './lots.ts'
import { type OrderLineFields, orderLines } from './order-lines.ts'
import { type OrderFields, orders } from './orders.ts'
import { type PaymentFields, payments } from './payments.ts'
import { type PriceFields, priceList } from './price-list.ts'
import { type ProductFields, products } from './products.ts'
import { type SalesHistoryFields, salesHistory } from './sales-history.ts'
import { type ShipmentEventFields, shipmentEvents } from './shipment-events.ts'
import { type ShipmentLineFields, shipmentLines } from './shipment-lines.ts'
import { type ShipmentFields, shipments } from './shipments.ts'

/** What a row of each kind holds beside its key. */
export type FieldsByKind = {
  customers: CustomerFields
  orders: OrderFields
  'order-lines': OrderLineFields
  'sales-history': SalesHistoryFields
  'current-sales': CurrentSalesFields
  products: ProductFields
  invoices: InvoiceFields
  'invoice-lines': InvoiceLineFields
  payments: PaymentFields
  'price-list': PriceFields
  shipments: ShipmentFields
  'shipment-events': ShipmentEventFields
  'shipment-lines': ShipmentLineFields
  lots: LotFields
  'lot-results': LotResultFields
}

export type Kind = keyof FieldsByKind

/** Kinds of sales lines: their items and customers become numbers of the registers. */
export const SALES_KINDS = ['sales-history', 'current-sales'] as const satisfies readonly Kind[]
export type SalesKind = (typeof SALES_KINDS)[number]

export const isSalesKind = (kind: Kind): kind is SalesKind => (SALES_KINDS as readonly Kind[]).includes(kind)

/** Every kind that upstream may send, by the name used in addresses and on the command line. */
export const KINDS: { readonly [K in Kind]: KindDefinition<FieldsByKind[K]> } = {
  customers,
  orders,
  'order-lines': orderLines,
  'sales-history': salesHistory,
  'current-sales': currentSales,
  products,
  invoices,
  'invoice-lines': invoiceLines,
  payments,
  'price-list': priceList,
  shipments,
  'shipment-events': shipmentEvents,
  'shipment-lines': shipmentLines,
  lots,
  'lot-results': lotResults,
}

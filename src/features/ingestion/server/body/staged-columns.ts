import { decimalText, shortDecimalText } from '../../domain/decimal-text.ts'
import type { CurrentSalesFields } from '../../domain/kinds/current-sales.ts'
import type { CustomerFields } from '../../domain/kinds/customers.ts'
import type { InvoiceLineFields } from '../../domain/kinds/invoice-lines.ts'
import type { InvoiceFields } from '../../domain/kinds/invoices.ts'
import type { FieldsByKind, Kind } from '../../domain/kinds/kinds.ts'
import type { LotResultFields } from '../../domain/kinds/lot-results.ts'
import type { LotFields } from '../../domain/kinds/lots.ts'
import type { OrderLineFields } from '../../domain/kinds/order-lines.ts'
import type { OrderFields } from '../../domain/kinds/orders.ts'
import type { PaymentFields } from '../../domain/kinds/payments.ts'
import type { PriceFields } from '../../domain/kinds/price-list.ts'
import type { ProductFields } from '../../domain/kinds/products.ts'
import type { SalesHistoryFields } from '../../domain/kinds/sales-history.ts'
import type { ShipmentEventFields } from '../../domain/kinds/shipment-events.ts'
import type { ShipmentLineFields } from '../../domain/kinds/shipment-lines.ts'
import type { ShipmentFields } from '../../domain/kinds/shipments.ts'
import type { Cell } from './array-literal.ts'

/** `follows`: it follows from the others, or from the key, and is no change by itself. */
export type StagedColumn<Fields> = {
  name: string
  type: string
  value: (row: Fields) => Cell
  follows?: boolean
}

const text = <F>(name: string, value: (row: F) => Cell): StagedColumn<F> => ({ name, type: 'text', value })
const column = <F>(name: string, type: string, value: (row: F) => Cell): StagedColumn<F> => ({
  name,
  type,
  value,
})

const follows = <F>(name: string, value: (row: F) => Cell, type = 'text'): StagedColumn<F> => ({
  name,
  type,
  value,
  follows: true,
})

/** Exact hundredths of an amount: they are rounded where they land, to what their currency has. */
const cents = <F>(name: string, value: (row: F) => Cell) => column<F>(name, 'numeric', value)

/** 12500 thousandths → "12.5": exact, and as this product writes it. */
const quantityText = (thousandths: number) => shortDecimalText(thousandths, 3)
const moneyText = (cents: number) => decimalText(cents, 2)

const quantity = (thousandths: number | null) => (thousandths === null ? null : decimalText(thousandths, 3))

/** Received text is kept only where it says more than the number does. */
const unlessPlain = (received: string, plain: string) => (received === plain ? null : received)

const customers: StagedColumn<CustomerFields>[] = [
  text('client_code', (row) => row.clientCode),
  text('client_name', (row) => row.clientName),
  text('language', (row) => row.language),
  column('currency', 'char(3)', (row) => row.currency),
  text('address', (row) => row.address),
]

const orders: StagedColumn<OrderFields>[] = [
  text('primary_no', (row) => row.primary),
  text('ord_no', (row) => row.ordNo),
  text('po_no', (row) => row.poNo),
  text('f_no', (row) => row.fNo),
  text('client_code', (row) => row.clientCode),
  text('client_name', (row) => row.clientName),
  text('ref', (row) => row.ref),
  text('ord_stat', (row) => row.ordStat),
  text('montant_total', (row) => row.montantTotal),
  cents('amount_cents', (row) => row.amountFine ?? row.amountCents),
  column('currency', 'char(3)', (row) => row.currency),
  text('bl_t', (row) => row.blT),
  text('cts_t', (row) => row.ctsT),
  text('bb_t', (row) => row.bbT),
  text('pbl', (row) => row.pbl),
  text('pcts', (row) => row.pcts),
  text('pbb', (row) => row.pbb),
  column('order_date', 'date', (row) => row.orderDate),
  column('requested_date', 'date', (row) => row.requestedDate),
  column('promised_date', 'date', (row) => row.promisedDate),
  text('ship_to', (row) => row.shipTo),
]

const orderLines: StagedColumn<OrderLineFields>[] = [
  text('order_key', (row) => row.orderKey),
  text('line_no', (row) => row.lineNo),
  text('item_no', (row) => row.itemNo),
  text('item_name', (row) => row.itemName),
  column('qty_ordered', 'numeric(18, 3)', (row) => quantity(row.qtyOrderedThousandths)),
  column('qty_shipped', 'numeric(18, 3)', (row) => quantity(row.qtyShippedThousandths)),
  text('unit', (row) => row.unit),
  column('unit_price', 'numeric(18, 6)', (row) => row.unitPrice),
  text('lot', (row) => row.lot),
]

/** Items and customers become numbers of their registers, which staging adds. */
const salesHistory: StagedColumn<SalesHistoryFields>[] = [
  text('client_code', (row) => row.clientCode),
  text('client_name', (row) => row.customerName),
  column('year', 'smallint', (row) => row.year),
  column('month', 'smallint', (row) => row.month),
  column('currency', 'char(3)', (row) => row.currency),
  column('quantity', 'bigint', (row) => row.qtyThousandths),
  cents('amount_cents', (row) => row.amountFine ?? row.amountCents),
  text('invoice_no', (row) => row.invoiceNo),
  column('invoice_date', 'date', (row) => row.invoiceDate),
  column('unit_price', 'numeric(18, 6)', (row) => row.unitPrice),
  text('tax_code', (row) => row.taxCode),
  cents('amt_2_cents', (row) => row.amt2Fine ?? row.amt2Cents),
  text('quantity_text', (row) => unlessPlain(row.qtyText, quantityText(row.qtyThousandths))),
  text('amount_text', (row) => unlessPlain(row.amountText, moneyText(row.amountCents))),
]

const currentSales: StagedColumn<CurrentSalesFields>[] = [
  text('client_code', (row) => row.clientCode),
  text('client_name', (row) => row.customerName),
  column('year', 'smallint', (row) => row.year),
  column('month', 'smallint', (row) => row.month),
  column('currency', 'char(3)', (row) => row.currency),
  column('quantity', 'bigint', (row) => row.qtyThousandths),
  cents('amount_cents', (row) => row.amountFine ?? row.amountCents),
  text('so', (row) => row.so),
  text('unit', (row) => row.unit),
  column('unit_price', 'numeric(18, 6)', (row) => row.unitPrice),
  text('lot', (row) => row.lot),
  text('quantity_text', (row) => unlessPlain(row.qtyText, quantityText(row.qtyThousandths))),
  text('amount_text', (row) => unlessPlain(row.amountText, moneyText(row.amountCents))),
]

const products: StagedColumn<ProductFields>[] = [
  text('name', (row) => row.name),
  text('name_fr', (row) => row.nameFr),
  text('name_de', (row) => row.nameDe),
  text('name_es', (row) => row.nameEs),
  text('category', (row) => row.category),
  text('class', (row) => row.class),
  text('unit', (row) => row.unit),
  column('minimum_quantity', 'numeric(18, 3)', (row) => quantity(row.minimumThousandths)),
  column('lead_weeks_from', 'smallint', (row) => row.leadWeeksFrom),
  column('lead_weeks_to', 'smallint', (row) => row.leadWeeksTo),
  column('active', 'boolean', (row) => row.active),
]

const invoices: StagedColumn<InvoiceFields>[] = [
  text('invoice_no', (row) => row.invoiceNo),
  text('client_code', (row) => row.clientCode),
  text('client_name', (row) => row.clientName),
  text('ord_no', (row) => row.ordNo),
  text('po_no', (row) => row.poNo),
  column('invoice_date', 'date', (row) => row.invoiceDate),
  column('due_date', 'date', (row) => row.dueDate),
  text('terms', (row) => row.terms),
  column('currency', 'char(3)', (row) => row.currency),
  cents('subtotal_cents', (row) => row.subtotalFine ?? row.subtotalCents),
  column('taxes', 'jsonb', (row) =>
    JSON.stringify(row.taxes.map(({ name, cents, fine }) => ({ name, cents: fine ?? cents }))),
  ),
  cents('total_cents', (row) => row.totalFine ?? row.totalCents),
]

const invoiceLines: StagedColumn<InvoiceLineFields>[] = [
  text('invoice_key', (row) => row.invoiceNo),
  text('line_no', (row) => row.lineNo),
  text('item_no', (row) => row.itemNo),
  text('description', (row) => row.description),
  column('quantity', 'numeric(18, 3)', (row) => quantity(row.qtyThousandths)),
  text('unit', (row) => row.unit),
  column('unit_price', 'numeric(18, 6)', (row) => row.unitPrice),
  cents('amount_cents', (row) => row.amountFine ?? row.amountCents),
]

const payments: StagedColumn<PaymentFields>[] = [
  text('payment_no', (row) => row.paymentNo),
  text('line_no', (row) => row.lineNo),
  text('kind', (row) => row.type),
  text('client_code', (row) => row.clientCode),
  text('client_name', (row) => row.clientName),
  text('invoice_no', (row) => row.invoiceNo),
  column('payment_date', 'date', (row) => row.paymentDate),
  text('method', (row) => row.method),
  text('reference', (row) => row.reference),
  column('currency', 'char(3)', (row) => row.currency),
  cents('amount_cents', (row) => row.amountFine ?? row.amountCents),
]

const priceList: StagedColumn<PriceFields>[] = [
  text('client_code', (row) => row.clientCode),
  text('client_name', (row) => row.clientName),
  text('item_no', (row) => row.itemNo),
  column('unit_price', 'numeric(18, 6)', (row) => row.unitPrice),
  column('currency', 'char(3)', (row) => row.currency),
  text('unit', (row) => row.unit),
  column('valid_from', 'date', (row) => row.validFrom),
  column('valid_to', 'date', (row) => row.validTo),
]

const shipments: StagedColumn<ShipmentFields>[] = [
  text('tracking_no', (row) => row.trackingNumber),
  text('carrier', (row) => row.carrier),
  text('carrier_link', (row) => row.carrierLink),
  text('order_key', (row) => row.orderKey),
  text('primary_no', (row) => row.primary),
  text('ord_no', (row) => row.ordNo),
  text('po_no', (row) => row.poNo),
  text('client_code', (row) => row.clientCode),
  text('client_name', (row) => row.clientName),
  column('order_date', 'date', (row) => row.orderDate),
  column('processed_date', 'date', (row) => row.processedDate),
  column('shipped_date', 'date', (row) => row.shippedDate),
  column('estimated_on', 'date', (row) => row.estimatedDelivery),
  column('delivered_date', 'date', (row) => row.deliveredDate),
  column('date_texts', 'jsonb', (row) => (row.dateTexts === null ? null : JSON.stringify(row.dateTexts))),
  text('ship_to', (row) => row.shipTo),
  text('weight', (row) => row.weight),
]

const shipmentEvents: StagedColumn<ShipmentEventFields>[] = [
  text('shipment_key', (row) => row.shipmentKey),
  column('happened_at', 'timestamptz', (row) => row.happenedAt),
  text('kind', (row) => row.event),
  text('place', (row) => row.place),
  text('note', (row) => row.note),
]

const shipmentLines: StagedColumn<ShipmentLineFields>[] = [
  text('shipment_key', (row) => row.shipmentKey),
  text('line_no', (row) => row.lineNo),
  text('order_line_no', (row) => row.orderLineNo),
  text('item_no', (row) => row.itemNo),
  text('item_name', (row) => row.itemName),
  text('lot', (row) => row.lot),
  column('quantity', 'numeric(18, 3)', (row) => quantity(row.qtyThousandths)),
  text('unit', (row) => row.unit),
  text('order_key', (row) => row.orderKey),
  text('primary_no', (row) => row.primary),
  text('ord_no', (row) => row.ordNo),
  text('po_no', (row) => row.poNo),
]

const lots: StagedColumn<LotFields>[] = [
  follows('lot_no', (row) => row.lotNo),
  text('item_no', (row) => row.itemNo),
  column('manufactured_on', 'date', (row) => row.manufacturedOn),
  column('expires_on', 'date', (row) => row.expiresOn),
  text('state', (row) => row.state),
  column('quantity', 'numeric(18, 3)', (row) => quantity(row.madeThousandths)),
  text('unit', (row) => row.unit),
]

const lotResults: StagedColumn<LotResultFields>[] = [
  text('lot_no', (row) => row.lotNo),
  text('test', (row) => row.test),
  text('method', (row) => row.method),
  text('specification', (row) => row.specification),
  column('min_value', 'numeric(24, 9)', (row) => row.min.number),
  column('max_value', 'numeric(24, 9)', (row) => row.max.number),
  text('result', (row) => row.result),
  column('result_value', 'numeric(24, 9)', (row) => row.number),
  text('unit', (row) => row.unit),
  text('sent_verdict', (row) => row.sentVerdict),
  column('tested_on', 'date', (row) => row.testedOn),
  text('sample', (row) => row.sample),
  text('laboratory', (row) => row.laboratory),
  column('replaces', 'date', (row) => row.replaces),
  text('replaces_sample', (row) => row.replacesSample),
  text('reason', (row) => row.reason),
  text('min_text', (row) => row.min.text),
  text('max_text', (row) => row.max.text),
  column('named', 'boolean', (row) => row.named),
  follows('item_no', (row) => row.itemNo),
  follows('comparator', ({ judged }) => judged.comparator),
  follows('value', ({ judged }) => judged.value, 'numeric'),
  follows('verdict', ({ judged }) => judged.verdict),
  follows('because', ({ judged }) => judged.because),
  follows('limit_min', ({ judged }) => judged.limits.min),
  follows('limit_max', ({ judged }) => judged.limits.max),
  follows('limit_words', ({ judged }) => judged.limits.words),
]

/** The columns of each kind's staged table, beside the common ones. */
export const STAGED_COLUMNS: { readonly [K in Kind]: readonly StagedColumn<FieldsByKind[K]>[] } = {
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

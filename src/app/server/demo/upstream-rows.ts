import type { UpstreamRow } from '../../../features/ingestion/server/import-rows.ts'
import { yearOf } from './calendar.ts'
import type { Account, Client, TaxCode } from './client.ts'
import { CLIENTS, PRAIRIE_BY_NAME, UNCLAIMED } from './clients.ts'
import { type Demand, type Item, type ItemForm, isSold } from './item.ts'
import { moneyText, priceText, quantityText } from './money-text.ts'
import type { Order } from './order.ts'
import type { Sale } from './sales.ts'
import { stockLot } from './stock-lot.ts'

/** The list of clients that upstream keeps, code by code. */
export function customerRows(): UpstreamRow[] {
  return [...CLIENTS, ...UNCLAIMED].flatMap(({ accounts, language, currency }) =>
    accounts
      .filter(({ code }) => code !== '')
      .map((account) => ({
        'Client Code': account.code,
        'Client Name': account.name,
        Language: language,
        Currency: account.currency ?? currency,
        Address: account.address,
      })),
  )
}

export function orderRow(order: Order): UpstreamRow {
  const { client, account, stages } = order
  return {
    Primary: order.primary,
    'Ord No': order.ordNo,
    'PO No': order.poNo,
    'F No': order.fNo,
    'Client Name': order.clientName,
    Ref: order.ref,
    'Ord Stat': order.ordStat,
    'Montant Total': order.montantTotal,
    'BL t': stages.bl,
    'CTS t': stages.cts,
    'BB t': stages.bb,
    PBL: stages.pbl,
    PCTS: stages.pcts,
    PBB: stages.pbb,
    'Client Code': account.code,
    'Order Date': order.orderDate,
    'Requested Date': order.requestedDate,
    'Promised Date': order.promisedDate,
    'Ship To': `${account.name}, ${account.address}`,
    Currency: currencyColumn(client, account),
  }
}

export function orderLineRows({ primary, lines }: Order): UpstreamRow[] {
  return lines.map(({ lineNo, item, ordered, shipped, price, lot }) => ({
    Primary: primary,
    'Line No': lineNo,
    'Item No': item.no,
    'Item Name': item.name,
    'Qty Ordered': quantityText(ordered),
    'Qty Shipped': quantityText(shipped),
    Unit: item.unit,
    'Unit Price': price === null ? null : priceText(price),
    Lot: lot,
  }))
}

const CLASSES: Record<ItemForm, string | null> = {
  finished: 'finished product',
  bulk: 'bulk capsule',
  blend: 'blend',
  packaging: null,
}
const CATEGORIES: Record<Demand, string> = {
  gut: 'Digestive health',
  women: 'Women’s health',
  mood: 'Mood and sleep',
  immune: 'Immunity',
  travel: 'Travel',
  children: 'Children',
  even: 'General wellness',
}

/** The catalogue as upstream sends it; packaging is no class of what is made. */
export function productRow(item: Item, asOf: string): UpstreamRow {
  const { no, name, form, demand, unit } = item
  return {
    'Item No': no,
    Name: name,
    Category: form === 'packaging' ? 'Packaging' : CATEGORIES[demand],
    Class: CLASSES[form],
    Unit: unit,
    Active: isSold(item, { year: yearOf(asOf), month: Number(asOf.slice(5, 7)) }, yearOf(asOf))
      ? 'yes'
      : 'no',
  }
}

const TAX_RATES: Record<TaxCode, number> = {
  'TPS/TVQ': 0.14975,
  'TVH 13': 0.13,
  'TVH 15': 0.15,
  TPS: 0.05,
  EXO: 0,
}

export function salesRow({
  id,
  invoiceNo,
  month,
  invoice,
  item,
  itemNo,
  quantity,
  price,
  cents,
}: Sale): UpstreamRow {
  const { client, account, date, customerName } = invoice
  // The system before 2020 exported numbers as its screens showed them.
  const style = month.year < 2020 ? 'french' : 'plain'
  const isByName = client.key === 'prairie' && month.year <= PRAIRIE_BY_NAME.until
  return {
    Id: id,
    Year: month.year,
    Month: month.month,
    'Client Code': isByName ? null : account.code,
    'Customer Name': isByName ? PRAIRIE_BY_NAME.name : customerName,
    'Invoice No': invoiceNo,
    'Invoice Date': date,
    'Qty Sold': quantityText(quantity, style),
    'Item No': itemNo,
    'Item Name': item.name,
    Amount: moneyText(cents, style),
    'Unit Price': priceText(price),
    'Tax Code': account.taxCode,
    Amt_2: moneyText(cents + Math.round(cents * TAX_RATES[account.taxCode]), style),
    Currency: currencyColumn(client, account),
  }
}

/** The same goods as the order department's system sees them. */
export function currentSalesRow(sale: Sale): UpstreamRow {
  const { id, so, month, invoice, item, itemNo, quantity, price, cents } = sale
  const { client, account, customerName } = invoice
  const isByName = client.key === 'prairie' && month.year <= PRAIRIE_BY_NAME.until
  return {
    id,
    SO: so,
    Year: month.year,
    Month: month.month,
    Code: itemNo,
    Prod_Name: item.name,
    Unit: item.unit,
    'Qty Sent': quantityText(quantity),
    'Unit Price': priceText(price),
    Total: moneyText(cents, 'plain'),
    Currency: currencyColumn(client, account),
    Lot: stockLot(item, invoice.date),
    'Account Number': isByName ? null : account.code,
    Customer: isByName ? PRAIRIE_BY_NAME.name : customerName,
  }
}

/** Upstream names the currency only where it is not the client's usual one; a client that is no tenant has none. */
const currencyColumn = (client: Client, account: Account) =>
  account.currency && (account.currency !== client.currency || UNCLAIMED.includes(client))
    ? account.currency
    : null

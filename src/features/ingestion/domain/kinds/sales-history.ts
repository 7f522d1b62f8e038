import type { Cells } from './cells.ts'
import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind } from './kind.ts'

export type SalesHistoryFields = {
  id: string
  year: number
  month: number
  clientCode: string | null
  customerName: string | null
  invoiceNo: string
  invoiceDate: string | null
  qtyThousandths: number
  qtyText: string
  itemNo: string | null
  itemName: string | null
  amountCents: number
  /** Exact hundredths, where whole ones are not. */
  amountFine: string | null
  amountText: string
  /** Exact decimal text, at most six decimals. */
  unitPrice: string | null
  taxCode: string | null
  amt2Cents: number | null
  amt2Fine: string | null
  amt2Text: string | null
  /** Null: the tenant's. */
  currency: string | null
}

/** A record of "GH Sales History"; natural key: Id. Invoice No is required because orders are counted by it (D2). */
export const salesHistory = defineKind({
  kind: 'sales-history',
  source: [
    column('Id', 'identifier', 'required'),
    column('Year', 'year'),
    column('Month', 'month'),
    column('Client Code', 'identifier'),
    textColumn('Customer Name', 200),
    column('Invoice No', 'identifier', 'required'),
    column('Invoice Date', 'date'),
    column('Qty Sold', 'quantity', 'required'),
    column('Item No', 'identifier'),
    textColumn('Item Name', 500),
    column('Amount', 'money', 'required'),
    column('Unit Price', 'price'),
    textColumn('Tax Code', 30),
    column('Amt_2', 'money'),
  ],
  further: [column('Currency', 'currency')],
  oneOf: [
    ['Year', 'Invoice Date'],
    ['Month', 'Invoice Date'],
  ],
  key: (cells) => cells.text('Id'),
  read: (cells): SalesHistoryFields => {
    const invoiceDate = cells.date('Invoice Date')
    const period = periodOf(cells, 'Invoice Date', invoiceDate)
    const quantity = cells.quantity('Qty Sold')
    const amount = cells.money('Amount')
    const price = cells.price('Unit Price')
    const amt2 = cells.money('Amt_2')
    return {
      id: cells.text('Id') ?? '',
      ...period,
      clientCode: cells.text('Client Code'),
      customerName: cells.text('Customer Name'),
      invoiceNo: cells.text('Invoice No') ?? '',
      invoiceDate,
      qtyThousandths: quantity?.thousandths ?? 0,
      qtyText: quantity?.text ?? '',
      itemNo: cells.text('Item No'),
      itemName: cells.text('Item Name'),
      amountCents: amount?.cents ?? 0,
      amountFine: amount?.fine ?? null,
      amountText: amount?.text ?? '',
      unitPrice: price?.price ?? null,
      taxCode: cells.text('Tax Code'),
      amt2Cents: amt2?.cents ?? null,
      amt2Fine: amt2?.fine ?? null,
      amt2Text: amt2?.text ?? null,
      currency: cells.currency('Currency'),
    }
  },
  names: {
    Year: names.YEAR,
    Month: names.MONTH,
    'Client Code': names.CLIENT_CODE,
    'Customer Name': names.CLIENT_NAME,
    'Invoice No': names.INVOICE_NO,
    'Invoice Date': ['Date', 'Fecha', 'Datum', ...names.INVOICE_DATE],
    'Qty Sold': names.QUANTITY,
    'Item No': names.ITEM_NO,
    'Item Name': names.ITEM_NAME,
    Amount: names.AMOUNT,
    'Unit Price': names.UNIT_PRICE,
    'Tax Code': names.TAX_CODE,
    Currency: names.CURRENCY,
  },
  keyColumn: 'Id',
  arithmetic: { quantity: 'Qty Sold', price: 'Unit Price', amount: 'Amount' },
  client: ['Client Code', 'Customer Name'],
  example: [
    {
      Id: 90211,
      Year: 2025,
      Month: 8,
      'Client Code': 'BOR-01',
      'Customer Name': 'Boréal Santé',
      'Invoice No': 'F-22031',
      'Invoice Date': '2025-08-12',
      'Qty Sold': 480,
      'Item No': 'GH-60',
      'Item Name': 'Gut Health 60 capsules',
      Amount: '5,280.00',
      'Updated At': '2025-08-12T18:04:00Z',
    },
    { Id: 90177, _op: 'delete' },
  ],
})

/** Year and Month as sent win over the date, which only fills what is missing: a month's books may close late. */
export function periodOf<Name extends string>(
  cells: Cells<'Year' | 'Month' | Name>,
  dateColumn: Name,
  date: string | null,
): { year: number; month: number } {
  const year = cells.year('Year')
  const month = cells.month('Month')
  if (date === null) return { year: year ?? 0, month: month ?? 0 }
  const dateYear = Number(date.slice(0, 4))
  const dateMonth = Number(date.slice(5, 7))
  if ((year !== null && year !== dateYear) || (month !== null && month !== dateMonth)) {
    cells.warn(dateColumn, 'other_period', `${dateColumn} lies in another month than Year and Month say.`)
  }
  return { year: year ?? dateYear, month: month ?? dateMonth }
}

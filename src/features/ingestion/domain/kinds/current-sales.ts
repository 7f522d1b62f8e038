import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind } from './kind.ts'
import { periodOf } from './sales-history.ts'

export type CurrentSalesFields = {
  id: string
  /** Sales order; empty when the line names none, which then counts in no order. */
  so: string
  year: number
  month: number
  /** Code. */
  itemNo: string | null
  /** Prod_Name. */
  itemName: string | null
  unit: string | null
  qtyThousandths: number
  qtyText: string
  /** Exact decimal text, at most six decimals. */
  unitPrice: string | null
  amountCents: number
  /** Exact hundredths, where whole ones are not. */
  amountFine: string | null
  amountText: string
  /** Null: the tenant's. */
  currency: string | null
  lot: string | null
  /** Account Number. */
  clientCode: string | null
  customerName: string | null
}

/** A record of "GH Current Sales"; natural key: id. Account Number is the client's code, which finds the tenant (G1). */
export const currentSales = defineKind({
  kind: 'current-sales',
  source: [
    column('id', 'identifier', 'required'),
    column('SO', 'identifier'),
    column('Year', 'year'),
    column('Month', 'month'),
    column('Code', 'identifier'),
    textColumn('Prod_Name', 500),
    textColumn('Unit', 30),
    column('Qty Sent', 'quantity', 'required'),
    column('Unit Price', 'price'),
    column('Total', 'money', 'required'),
    column('Currency', 'currency'),
    textColumn('Lot', 100),
    column('Account Number', 'identifier'),
    textColumn('Customer', 200),
  ],
  further: [column('Date', 'date')],
  oneOf: [
    ['Year', 'Date'],
    ['Month', 'Date'],
  ],
  key: (cells) => cells.text('id'),
  read: (cells): CurrentSalesFields => {
    const quantity = cells.quantity('Qty Sent')
    const price = cells.price('Unit Price')
    const total = cells.money('Total')
    return {
      id: cells.text('id') ?? '',
      so: cells.text('SO') ?? '',
      ...periodOf(cells, 'Date', cells.date('Date')),
      itemNo: cells.text('Code'),
      itemName: cells.text('Prod_Name'),
      unit: cells.text('Unit'),
      qtyThousandths: quantity?.thousandths ?? 0,
      qtyText: quantity?.text ?? '',
      unitPrice: price?.price ?? null,
      amountCents: total?.cents ?? 0,
      amountFine: total?.fine ?? null,
      amountText: total?.text ?? '',
      currency: cells.currency('Currency'),
      lot: cells.text('Lot'),
      clientCode: cells.text('Account Number'),
      customerName: cells.text('Customer'),
    }
  },
  names: {
    SO: names.ORDER_NO,
    Date: ['Invoice Date', 'Sale Date', 'Shipped Date', ...names.INVOICE_DATE],
    Year: names.YEAR,
    Month: names.MONTH,
    Code: names.ITEM_NO,
    Prod_Name: names.ITEM_NAME,
    Unit: names.UNIT,
    'Qty Sent': names.QUANTITY,
    'Unit Price': names.UNIT_PRICE,
    Total: names.AMOUNT,
    Currency: names.CURRENCY,
    Lot: names.LOT,
    'Account Number': names.CLIENT_CODE,
    Customer: names.CLIENT_NAME,
  },
  keyColumn: 'id',
  arithmetic: { quantity: 'Qty Sent', price: 'Unit Price', amount: 'Total' },
  client: ['Account Number', 'Customer'],
  example: [
    {
      id: 410233,
      SO: 'SO-10425',
      Year: 2025,
      Month: 8,
      Code: 'GH-60',
      Prod_Name: 'Gut Health 60 capsules',
      Unit: 'UN',
      'Qty Sent': 480,
      'Unit Price': '11.00',
      Total: '5,280.00',
      Currency: 'CAD',
      Lot: 'L25174B',
      'Account Number': 'BOR-01',
      Customer: 'Boréal Santé',
      'Updated At': '2025-08-12T18:04:00Z',
    },
    { id: 410198, _op: 'delete' },
  ],
})

import type { Cells } from './cells.ts'
import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind } from './kind.ts'

export type OrderFields = {
  primary: string | null
  ordNo: string | null
  poNo: string | null
  fNo: string | null
  clientName: string | null
  ref: string | null
  ordStat: string | null
  /** "Montant Total" as received. */
  montantTotal: string | null
  amountCents: number
  /** Exact hundredths, where whole ones are not. */
  amountFine: string | null
  /** Null: the tenant's. */
  currency: string | null
  blT: string | null
  ctsT: string | null
  bbT: string | null
  pbl: string | null
  pcts: string | null
  pbb: string | null
  clientCode: string | null
  orderDate: string | null
  requestedDate: string | null
  promisedDate: string | null
  shipTo: string | null
}

/** An order of "GH ordre"; natural key: Primary, else Ord No. */
export const orders = defineKind({
  kind: 'orders',
  source: [
    column('Primary', 'identifier'),
    column('Ord No', 'identifier'),
    column('PO No', 'identifier'),
    column('F No', 'identifier'),
    textColumn('Client Name', 200),
    textColumn('Ref', 500),
    textColumn('Ord Stat', 100),
    column('Montant Total', 'money_or_text'),
    textColumn('BL t', 100),
    textColumn('CTS t', 100),
    textColumn('BB t', 100),
    textColumn('PBL', 100),
    textColumn('PCTS', 100),
    textColumn('PBB', 100),
  ],
  further: [
    column('Client Code', 'identifier'),
    column('Order Date', 'date'),
    column('Requested Date', 'date'),
    column('Promised Date', 'date'),
    textColumn('Ship To', 500),
    column('Currency', 'currency'),
  ],
  oneOf: [
    ['Primary', 'Ord No'],
    ['Client Name', 'Client Code'],
  ],
  key: orderKey,
  read: (cells): OrderFields => {
    const total = cells.moneyOrText('Montant Total')
    return {
      primary: cells.text('Primary'),
      ordNo: cells.text('Ord No'),
      poNo: cells.text('PO No'),
      fNo: cells.text('F No'),
      clientName: cells.text('Client Name'),
      ref: cells.text('Ref'),
      ordStat: cells.text('Ord Stat'),
      montantTotal: total.text,
      amountCents: total.cents,
      amountFine: total.fine ?? null,
      currency: cells.currency('Currency'),
      blT: cells.text('BL t'),
      ctsT: cells.text('CTS t'),
      bbT: cells.text('BB t'),
      pbl: cells.text('PBL'),
      pcts: cells.text('PCTS'),
      pbb: cells.text('PBB'),
      clientCode: cells.text('Client Code'),
      orderDate: cells.date('Order Date'),
      requestedDate: cells.date('Requested Date'),
      promisedDate: cells.date('Promised Date'),
      shipTo: cells.text('Ship To'),
    }
  },
  names: {
    'Ord No': names.ORDER_NO,
    'PO No': names.PO_NO,
    'Client Name': names.CLIENT_NAME,
    Ref: names.REFERENCE,
    'Ord Stat': names.STATUS,
    'Montant Total': names.AMOUNT_OF_ORDER,
    'Client Code': names.CLIENT_CODE,
    'Order Date': names.ORDER_DATE,
    'Requested Date': names.REQUESTED_DATE,
    'Promised Date': names.PROMISED_DATE,
    'Ship To': names.SHIP_TO,
    Currency: names.CURRENCY,
  },
  client: ['Client Code', 'Client Name'],
  example: [
    {
      Primary: '20418',
      'Ord No': 'SO-10425',
      'PO No': 'PO-4471',
      'Client Code': 'BOR-01',
      'Client Name': 'Boréal Santé',
      'Ord Stat': 'In Progress',
      'Montant Total': '1 234,56 $',
      'BL t': 'green',
      'CTS t': 'yellow',
      'BB t': '',
      PBL: '✓',
      'Order Date': '2025-08-04',
      'Promised Date': '2025-10-03',
    },
  ],
})

/** Says which column it came from: one order's Primary may equal the Ord No of another that has no Primary. */
export function orderKey(cells: Cells<'Primary' | 'Ord No'>): string | null {
  const primary = cells.text('Primary')
  if (primary !== null) return `primary:${primary}`
  const ordNo = cells.text('Ord No')
  return ordNo === null ? null : `ord_no:${ordNo}`
}

import type { Cells } from './cells.ts'
import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind, KEY_SEPARATOR } from './kind.ts'

export type PaymentFields = {
  paymentNo: string
  lineNo: string | null
  type: 'payment' | 'credit'
  clientCode: string | null
  clientName: string | null
  /** The invoice that it settles; null: on account. */
  invoiceNo: string | null
  paymentDate: string
  method: string | null
  reference: string | null
  amountCents: number
  /** Exact hundredths, where whole ones are not. */
  amountFine: string | null
  /** Null: the tenant's. */
  currency: string | null
}

/** What a client paid or was credited; natural key: its number, with Line No where it settles several invoices. */
export const payments = defineKind({
  kind: 'payments',
  source: [
    column('Payment No', 'identifier', 'required'),
    column('Line No', 'identifier'),
    column('Payment Date', 'date', 'required'),
    column('Amount', 'money', 'required'),
    column('Invoice No', 'identifier'),
    textColumn('Type', 20),
    column('Client Code', 'identifier'),
    textColumn('Client Name', 200),
    textColumn('Method', 60),
    textColumn('Reference', 200),
    column('Currency', 'currency'),
  ],
  oneOf: [['Client Name', 'Client Code']],
  key: (cells) => {
    const paymentNo = cells.text('Payment No')
    const lineNo = cells.text('Line No')
    return paymentNo === null || lineNo === null ? paymentNo : `${paymentNo}${KEY_SEPARATOR}${lineNo}`
  },
  read: (cells): PaymentFields => {
    const amount = cells.money('Amount')
    return {
      paymentNo: cells.text('Payment No') ?? '',
      lineNo: cells.text('Line No'),
      type: readType(cells),
      clientCode: cells.text('Client Code'),
      clientName: cells.text('Client Name'),
      invoiceNo: cells.text('Invoice No'),
      paymentDate: cells.date('Payment Date') ?? '',
      method: cells.text('Method'),
      reference: cells.text('Reference'),
      amountCents: amount?.cents ?? 0,
      amountFine: amount?.fine ?? null,
      currency: cells.currency('Currency'),
    }
  },
  names: {
    'Payment No': names.PAYMENT_NO,
    'Line No': names.LINE_NO,
    'Payment Date': names.PAYMENT_DATE,
    Amount: names.AMOUNT,
    'Invoice No': names.INVOICE_NO,
    'Client Code': names.CLIENT_CODE,
    'Client Name': names.CLIENT_NAME,
    Method: names.PAYMENT_METHOD,
    Reference: names.REFERENCE,
    Currency: names.CURRENCY,
  },
  client: ['Client Code', 'Client Name'],
  example: [
    {
      'Payment No': 'R-8841',
      'Payment Date': '2025-09-10',
      Amount: '1 149,75 $',
      'Invoice No': 'INV-30112',
      Type: 'payment',
      'Client Code': 'BOR-01',
      Method: 'Bank transfer',
      Reference: 'BNC 55-1',
    },
    { 'Payment No': 'R-8840', _op: 'delete' },
  ],
})

function readType(cells: Cells<'Type'>): PaymentFields['type'] {
  const type = cells.text('Type')?.toLowerCase() ?? 'payment'
  if (type === 'payment' || type === 'credit') return type
  cells.error('Type', 'bad_payment_type', 'Type is neither "payment" nor "credit".')
  return 'payment'
}

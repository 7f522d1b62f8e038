import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind, KEY_SEPARATOR } from './kind.ts'

export type InvoiceLineFields = {
  /** The natural key of its invoice: the number. */
  invoiceNo: string
  lineNo: string
  itemNo: string | null
  description: string | null
  qtyThousandths: number | null
  unit: string | null
  /** Exact decimal text, at most six decimals. */
  unitPrice: string | null
  amountCents: number
  /** Exact hundredths, where whole ones are not. */
  amountFine: string | null
}

/** A line of an invoice, in the invoice's currency; natural key: its number and Line No. */
export const invoiceLines = defineKind({
  kind: 'invoice-lines',
  source: [
    column('Invoice No', 'identifier', 'required'),
    column('Line No', 'identifier', 'required'),
    column('Item No', 'identifier'),
    textColumn('Description', 500),
    column('Quantity', 'quantity'),
    textColumn('Unit', 30),
    column('Unit Price', 'price'),
    column('Amount', 'money', 'required'),
  ],
  key: (cells) => {
    const invoiceNo = cells.text('Invoice No')
    const lineNo = cells.text('Line No')
    return invoiceNo === null || lineNo === null ? null : `${invoiceNo}${KEY_SEPARATOR}${lineNo}`
  },
  read: (cells): InvoiceLineFields => {
    const amount = cells.money('Amount')
    return {
      invoiceNo: cells.text('Invoice No') ?? '',
      lineNo: cells.text('Line No') ?? '',
      itemNo: cells.text('Item No'),
      description: cells.text('Description'),
      qtyThousandths: cells.quantity('Quantity')?.thousandths ?? null,
      unit: cells.text('Unit'),
      unitPrice: cells.price('Unit Price')?.price ?? null,
      amountCents: amount?.cents ?? 0,
      amountFine: amount?.fine ?? null,
    }
  },
  names: {
    'Invoice No': names.INVOICE_NO,
    'Line No': names.LINE_NO,
    'Item No': names.ITEM_NO,
    Description: names.DESCRIPTION,
    Quantity: names.QUANTITY,
    Unit: names.UNIT,
    'Unit Price': names.UNIT_PRICE,
    Amount: names.AMOUNT,
  },
  lineOf: { key: (cells) => cells.text('Invoice No'), parent: ['Invoice No'], column: 'Line No' },
  arithmetic: { quantity: 'Quantity', price: 'Unit Price', amount: 'Amount' },
  example: [
    {
      'Invoice No': 'INV-30112',
      'Line No': 1,
      'Item No': 'BC-120',
      Description: 'Probiotic blend 50B',
      Quantity: 12.5,
      Unit: 'KG',
      'Unit Price': '80.00',
      Amount: '1000.00',
    },
  ],
})

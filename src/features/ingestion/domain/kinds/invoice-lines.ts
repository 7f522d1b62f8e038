import { column, textColumn } from './column.ts'
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
  read: (cells): InvoiceLineFields => ({
    invoiceNo: cells.text('Invoice No') ?? '',
    lineNo: cells.text('Line No') ?? '',
    itemNo: cells.text('Item No'),
    description: cells.text('Description'),
    qtyThousandths: cells.quantity('Quantity')?.thousandths ?? null,
    unit: cells.text('Unit'),
    unitPrice: cells.price('Unit Price')?.price ?? null,
    amountCents: cells.money('Amount')?.cents ?? 0,
  }),
})

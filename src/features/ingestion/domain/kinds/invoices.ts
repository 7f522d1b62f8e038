import type { Cells } from './cells.ts'
import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind } from './kind.ts'

export type InvoiceFields = {
  invoiceNo: string
  clientCode: string | null
  clientName: string | null
  ordNo: string | null
  poNo: string | null
  invoiceDate: string
  dueDate: string | null
  terms: string | null
  subtotalCents: number | null
  /** Exact hundredths, where whole ones are not. */
  subtotalFine: string | null
  /** As given, in the order of the columns. */
  taxes: readonly { name: string; cents: number; fine?: string | undefined }[]
  totalCents: number
  totalFine: string | null
  /** Null: the tenant's. */
  currency: string | null
}

const TAXES = [
  ['Tax 1 Name', 'Tax 1'],
  ['Tax 2 Name', 'Tax 2'],
  ['Tax 3 Name', 'Tax 3'],
] as const

/** An invoice; natural key: its number. A total below 0 is a credit note. */
export const invoices = defineKind({
  kind: 'invoices',
  source: [
    column('Invoice No', 'identifier', 'required'),
    column('Invoice Date', 'date', 'required'),
    column('Due Date', 'date'),
    textColumn('Terms', 100),
    column('Client Code', 'identifier'),
    textColumn('Client Name', 200),
    column('Ord No', 'identifier'),
    column('PO No', 'identifier'),
    column('Subtotal', 'money'),
    textColumn('Tax 1 Name', 60),
    column('Tax 1', 'money'),
    textColumn('Tax 2 Name', 60),
    column('Tax 2', 'money'),
    textColumn('Tax 3 Name', 60),
    column('Tax 3', 'money'),
    column('Total', 'money', 'required'),
    column('Currency', 'currency'),
  ],
  oneOf: [['Client Name', 'Client Code']],
  key: (cells) => cells.text('Invoice No'),
  read: (cells): InvoiceFields => {
    const subtotal = cells.money('Subtotal')
    const subtotalCents = subtotal?.cents ?? null
    const taxes = readTaxes(cells)
    const total = cells.money('Total')
    const totalCents = total?.cents ?? 0
    const sum = taxes.reduce((cents, tax) => cents + tax.cents, subtotalCents ?? 0)
    if (subtotalCents !== null && sum !== totalCents)
      cells.warn('Total', 'total_differs', 'Total is not Subtotal and taxes added up; it is kept as given.')
    return {
      invoiceNo: cells.text('Invoice No') ?? '',
      clientCode: cells.text('Client Code'),
      clientName: cells.text('Client Name'),
      ordNo: cells.text('Ord No'),
      poNo: cells.text('PO No'),
      invoiceDate: cells.date('Invoice Date') ?? '',
      dueDate: cells.date('Due Date'),
      terms: cells.text('Terms'),
      subtotalCents,
      subtotalFine: subtotal?.fine ?? null,
      taxes,
      totalCents,
      totalFine: total?.fine ?? null,
      currency: cells.currency('Currency'),
    }
  },
  names: {
    'Invoice No': names.INVOICE_NO,
    'Invoice Date': names.INVOICE_DATE,
    'Due Date': names.DUE_DATE,
    Terms: names.TERMS,
    'Client Code': names.CLIENT_CODE,
    'Client Name': names.CLIENT_NAME,
    'Ord No': names.ORDER_NO,
    'PO No': names.PO_NO,
    Subtotal: names.SUBTOTAL,
    Total: names.TOTAL,
    Currency: names.CURRENCY,
  },
  client: ['Client Code', 'Client Name'],
  example: [
    {
      'Invoice No': 'INV-30112',
      'Invoice Date': '2025-08-15',
      'Due Date': '2025-09-14',
      Terms: 'Net 30',
      'Client Code': 'BOR-01',
      'Client Name': 'Boréal Santé',
      'Ord No': 'SO-10425',
      'PO No': 'PO-4471',
      Subtotal: '1 000,00',
      'Tax 1 Name': 'TPS 5 %',
      'Tax 1': '50,00',
      'Tax 2 Name': 'TVQ 9,975 %',
      'Tax 2': '99,75',
      Total: '1 149,75 $',
      Currency: 'CAD',
    },
  ],
})

type TaxColumn = (typeof TAXES)[number][number]

function readTaxes(cells: Cells<TaxColumn>): InvoiceFields['taxes'] {
  return TAXES.flatMap(([nameOf, amountOf]) => {
    const name = cells.text(nameOf) ?? ''
    const amount = cells.money(amountOf)
    return amount ? [{ name, cents: amount.cents, fine: amount.fine }] : []
  })
}

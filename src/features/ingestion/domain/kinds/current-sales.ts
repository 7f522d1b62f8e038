import { column, textColumn } from './column.ts'
import { defineKind } from './kind.ts'

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
    column('Year', 'year', 'required'),
    column('Month', 'month', 'required'),
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
  key: (cells) => cells.text('id'),
  read: (cells): CurrentSalesFields => {
    const quantity = cells.quantity('Qty Sent')
    const price = cells.price('Unit Price')
    const total = cells.money('Total')
    return {
      id: cells.text('id') ?? '',
      so: cells.text('SO') ?? '',
      year: cells.year('Year') ?? 0,
      month: cells.month('Month') ?? 0,
      itemNo: cells.text('Code'),
      itemName: cells.text('Prod_Name'),
      unit: cells.text('Unit'),
      qtyThousandths: quantity?.thousandths ?? 0,
      qtyText: quantity?.text ?? '',
      unitPrice: price?.price ?? null,
      amountCents: total?.cents ?? 0,
      amountText: total?.text ?? '',
      currency: cells.currency('Currency'),
      lot: cells.text('Lot'),
      clientCode: cells.text('Account Number'),
      customerName: cells.text('Customer'),
    }
  },
})

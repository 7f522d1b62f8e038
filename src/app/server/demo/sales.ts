import type { Month } from './calendar.ts'
import { monthsUntil } from './calendar.ts'
import type { Invoice, InvoiceLine } from './invoice.ts'
import { invoiceNoOf } from './invoices.ts'
import { invoicesUntil, LINES } from './invoices-drawn.ts'
import { ordersUntil } from './orders.ts'

/** One line of upstream's sales table. */
export type Sale = InvoiceLine & {
  id: number
  invoiceNo: string
  /** The number of its order. */
  so: string
  month: Month
  invoice: Invoice
}

const FIRST_ID = 20_000_001
const FIRST_INVOICE = 104_501
const FIRST_CREDIT_NOTE = 2_001
/** An invoice of before was numbered as its order was, so much higher. */
const ABOVE_ORDERS = 16_000

/**
 * Every sales line from 2019 to the last full month before `asOf`, by invoice date, month by month; about `size` of them. The
 * newest have the numbers of the orders that are still here and of their invoices, the others those of the system before;
 * what came back is numbered apart.
 */
export function* salesUntil(asOf: string, size = LINES): Generator<Sale> {
  const orderNumbers = new Map(
    ordersUntil(asOf, size).flatMap(({ billed, ordNo }) => (billed ? [[billed.key, ordNo]] : [])),
  )
  let [id, invoiceNo, creditNo] = [FIRST_ID, FIRST_INVOICE, FIRST_CREDIT_NOTE]
  const numbersOf = ({ key, isCredit }: Invoice) => {
    const ordNo = orderNumbers.get(key)
    if (isCredit) return { invoiceNo: `NC-${creditNo}`, so: `RMA-${creditNo++}` }
    if (ordNo !== undefined) return { invoiceNo: invoiceNoOf(ordNo), so: String(ordNo) }
    return { invoiceNo: `F${invoiceNo}`, so: `SO-${invoiceNo++ - ABOVE_ORDERS}` }
  }
  for (const { month, invoices } of invoicesUntil(asOf, size))
    for (const invoice of invoices) {
      const numbers = numbersOf(invoice)
      for (const line of invoice.lines) yield { ...line, id: id++, ...numbers, month, invoice }
    }
}

/** What the order department's system still holds of them: those of the last two years, so that both datasets agree on these. */
export function* currentSalesUntil(asOf: string, size = LINES): Generator<Sale> {
  const currentYear = monthsUntil(asOf).at(-1)?.year ?? 0
  for (const sale of salesUntil(asOf, size)) if (sale.month.year >= currentYear - 1) yield sale
}

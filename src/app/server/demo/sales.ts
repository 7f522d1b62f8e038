import { assortmentOf } from './assortment.ts'
import { type Month, monthsUntil, workingDays } from './calendar.ts'
import { UNNAMED } from './catalogue.ts'
import type { Client } from './client.ts'
import { CLIENTS, UNCLAIMED } from './clients.ts'
import { drawCredit, drawInvoice, type Invoice, type InvoiceLine } from './invoice.ts'
import { demandFor } from './item.ts'
import { createRandom, runningTotals } from './random.ts'

/** One line of upstream's sales table. */
export type Sale = InvoiceLine & {
  id: number
  invoiceNo: string
  month: Month
  invoice: Invoice
}

/** Somewhat more than the 60,000 that are promised. */
const LINES = 66_000
const FIRST_ID = 20_000_001
const FIRST_INVOICE = 104_501
const FIRST_CREDIT_NOTE = 2_001

const GROWTH = 1.05
const SEASON = [108, 100, 104, 100, 98, 95, 84, 91, 108, 106, 102, 88]

/** Every sales line from 2019 to the last full month before `asOf`, by invoice date, month by month; about `size` of them. */
export function* salesUntil(asOf: string, size = LINES): Generator<Sale> {
  const months = monthsUntil(asOf)
  const currentYear = months.at(-1)?.year ?? 0
  const clients = [...CLIENTS, ...UNCLAIMED]
  const all = months.reduce((sum, month) => sum + sizeOf(month), 0) * sum(clients.map(({ share }) => share))
  let [id, invoiceNo, creditNo] = [FIRST_ID, FIRST_INVOICE, FIRST_CREDIT_NOTE]
  for (const month of months) {
    const invoices = clients.flatMap((client) => {
      const lines = Math.round((size * sizeOf(month) * client.share) / all)
      return invoicesOf(client, month, lines, currentYear)
    })
    invoices.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    for (const invoice of invoices) {
      const number = invoice.isCredit ? `NC-${creditNo++}` : `F${invoiceNo++}`
      for (const line of invoice.lines) yield { ...line, id: id++, invoiceNo: number, month, invoice }
    }
  }
}

/** What the order department's system still holds of them: the goods of the last two years, without charges. */
export function* currentSalesUntil(asOf: string, size = LINES): Generator<Sale> {
  const currentYear = monthsUntil(asOf).at(-1)?.year ?? 0
  for (const sale of salesUntil(asOf, size))
    if (sale.month.year >= currentYear - 1 && sale.item !== UNNAMED) yield sale
}

/** What a client was invoiced in a month: `lines` lines or a few less, and the credit notes on top. */
function invoicesOf(client: Client, month: Month, lines: number, currentYear: number): Invoice[] {
  const random = createRandom(`sales ${client.key} ${month.year}-${month.month}`)
  const days = workingDays(month)
  const items = assortmentOf(client, month, currentYear)
  const demand = runningTotals(items, (item) => demandFor(item, month))
  const weights = runningTotals(client.accounts, ({ weight }) => weight)
  const drawItem = () => random.pickByTotals(items, demand)
  const invoices: Invoice[] = []
  for (let left = lines; left > 0; ) {
    const account = random.pickByTotals(client.accounts, weights)
    const who = { client, account, date: random.pick(days), month }
    const invoice = drawInvoice(random, who, left, drawItem)
    left -= invoice.lines.length
    invoices.push(invoice)
    if (random.chance(0.035)) {
      const later = days.filter((day) => day >= invoice.date)
      invoices.push(drawCredit(random, invoice, random.pick(later)))
    }
  }
  return invoices
}

function sizeOf({ year, month }: Month): number {
  let size = SEASON[month - 1] as number
  for (let y = 2019; y < year; y++) size *= GROWTH
  return size
}

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)

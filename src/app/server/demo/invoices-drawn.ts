import { assortmentOf } from './assortment.ts'
import { type Month, monthsUntil, workingDays } from './calendar.ts'
import type { Client } from './client.ts'
import { CLIENTS, UNCLAIMED } from './clients.ts'
import { drawCredit, drawInvoice, type Invoice } from './invoice.ts'
import { demandFor } from './item.ts'
import { createRandom, runningTotals } from './random.ts'

/** Somewhat more than the 60,000 that are promised. */
export const LINES = 66_000

const GROWTH = 1.05
const SEASON = [108, 100, 104, 100, 98, 95, 84, 91, 108, 106, 102, 88]

/** What everybody was invoiced in each of the months from 2019 to the last full one before `asOf`, by date; about `size` lines. */
export function* invoicesUntil(asOf: string, size = LINES): Generator<{ month: Month; invoices: Invoice[] }> {
  const months = monthsUntil(asOf)
  for (const month of months) yield { month, invoices: invoicesIn(month, months, size) }
}

/** The same of its newest months alone. */
export function newestInvoices(asOf: string, count: number, size = LINES): Invoice[] {
  const months = monthsUntil(asOf)
  return months.slice(-count).flatMap((month) => invoicesIn(month, months, size))
}

function invoicesIn(month: Month, months: readonly Month[], size: number): Invoice[] {
  const currentYear = months.at(-1)?.year ?? 0
  const clients = [...CLIENTS, ...UNCLAIMED]
  const all = months.reduce((sum, one) => sum + sizeOf(one), 0) * sum(clients.map(({ share }) => share))
  const invoices = clients.flatMap((client) => {
    const lines = Math.round((size * sizeOf(month) * client.share) / all)
    return invoicesOf(client, month, lines, currentYear)
  })
  return invoices.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
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
    const key = `${client.key} ${month.year}-${month.month} ${invoices.length}`
    const invoice = { ...drawInvoice(random, who, left, drawItem), key }
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

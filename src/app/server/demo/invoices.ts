import type { UpstreamRow } from '../../../features/ingestion/server/import-rows.ts'
import { addDays } from './calendar.ts'
import type { TaxCode } from './client.ts'
import { CLIENTS } from './clients.ts'
import { amountOf, moneyText, priceText, quantityText } from './money-text.ts'
import type { Order } from './order.ts'
import { createRandom, type Random } from './random.ts'

/** Invoices, their lines, and what was paid of them, as upstream sends them. */
export type Billing = { invoices: UpstreamRow[]; lines: UpstreamRow[]; payments: UpstreamRow[] }

/** Tax lines as an invoice shows them: name, and hundred-thousandths of the subtotal. */
const TAXES: Record<TaxCode, readonly (readonly [string, number])[]> = {
  'TPS/TVQ': [
    ['TPS 5 %', 5_000],
    ['TVQ 9,975 %', 9_975],
  ],
  'TVH 13': [['TVH 13 %', 13_000]],
  'TVH 15': [['TVH 15 %', 15_000]],
  TPS: [['GST 5%', 5_000]],
  EXO: [],
}
const WORDS = {
  en: { terms: (days: number) => `Net ${days}`, methods: ['Bank transfer', 'Cheque'] },
  'fr-CA': { terms: (days: number) => `Net ${days} jours`, methods: ['Virement bancaire', 'Chèque'] },
}
/** Terms: of what is made for a client, and of what it takes from stock. */
const MADE_DAYS = [30, 30, 30, 45, 60]
const STOCK_DAYS = [10, 10, 15, 30]
/** Who has no invoices here yet: its receivables show as the estimate. */
const WITHOUT = 'prairie'

/**
 * What was delivered is invoiced on the day that was promised, what is being packed for the day that is promised; most of it
 * is paid, some late, some in part, some not at all. The same for the same orders and day.
 */
export function billingUntil(orders: readonly Order[], asOf: string): Billing {
  const random = createRandom('billing')
  const billing: Billing = { invoices: [], lines: [], payments: [] }
  for (const order of orders) {
    const { client, status, promisedDate, requestedDate } = order
    if (client.key === WITHOUT || !CLIENTS.includes(client)) continue
    const date = promisedDate ?? requestedDate
    if (status !== 'completed' && !(status === 'packaging' && date > asOf)) continue
    bill(billing, random, order, { date, asOf })
  }
  for (const { key, accounts } of CLIENTS.filter((client) => client.key === 'boreal'))
    billing.payments.push({
      'Payment No': `R-${key.toUpperCase()}-1`,
      'Payment Date': addDays(asOf, -11),
      Amount: '2500.00',
      Type: 'payment',
      'Client Code': accounts[0]?.code ?? null,
      Method: WORDS['fr-CA'].methods[0] as string,
      Reference: 'Acompte',
    })
  return billing
}

export const invoiceNoOf = (ordNo: number): string => `INV-${ordNo}`

/** What stands on the invoice: the goods that left, or are to leave; from stock also charges, and what is set off. */
function billedLines({ lines, billed }: Order) {
  const goods = lines
    .map((line) => ({
      ...line,
      itemNo: line.item.no,
      quantity: line.shipped > 0 ? line.shipped : line.ordered,
    }))
    .filter(({ quantity }) => quantity > 0)
    .map((line) => ({ ...line, cents: amountOf(line.quantity, line.price ?? 0) }))
  const ordered = new Set(lines.map(({ item }) => item))
  const besides = (billed?.lines ?? []).filter(({ item }) => !ordered.has(item))
  return [...goods, ...besides.map((line, index) => ({ ...line, lineNo: lines.length + index + 1 }))]
}

function bill(
  { invoices, lines, payments }: Billing,
  random: Random,
  order: Order,
  { date, asOf }: { date: string; asOf: string },
): void {
  const { client, account, ordNo } = order
  const number = invoiceNoOf(ordNo)
  const words = WORDS[client.language]
  const days = random.pick(order.billed ? STOCK_DAYS : MADE_DAYS)
  const due = addDays(date, days)
  const billed = billedLines(order)
  const subtotal = billed.reduce((sum, { cents }) => sum + cents, 0)
  const taxes = TAXES[account.taxCode].map(
    ([name, rate]) => [name, Math.round((subtotal * rate) / 100_000)] as const,
  )
  const total = taxes.reduce((sum, [, cents]) => sum + cents, subtotal)
  const of = {
    'Client Code': account.code,
    Currency: account.currency ?? client.currency,
  }
  invoices.push({
    'Invoice No': number,
    'Invoice Date': date,
    'Due Date': due,
    Terms: words.terms(days),
    'Client Name': account.name,
    'Ord No': ordNo,
    'PO No': order.poNo,
    Subtotal: moneyText(subtotal, 'plain'),
    'Tax 1 Name': taxes[0]?.[0] ?? null,
    'Tax 1': taxes[0] ? moneyText(taxes[0][1], 'plain') : null,
    'Tax 2 Name': taxes[1]?.[0] ?? null,
    'Tax 2': taxes[1] ? moneyText(taxes[1][1], 'plain') : null,
    Total: moneyText(total, 'plain'),
    ...of,
  })
  for (const { lineNo, item, itemNo, quantity, price, cents } of billed)
    lines.push({
      'Invoice No': number,
      'Line No': lineNo,
      'Item No': itemNo,
      Description: item.name,
      Quantity: quantityText(quantity),
      Unit: item.unit,
      'Unit Price': price === null ? null : priceText(price),
      Amount: moneyText(cents, 'plain'),
    })
  // Nobody pays before the invoice is there.
  for (const { share, after, type } of date > asOf ? [] : settle(random, { due, asOf })) {
    const paidOn = addDays(due, after)
    payments.push({
      'Payment No': `${type === 'credit' ? 'NC' : 'R'}-${ordNo}`,
      'Payment Date': paidOn < date ? date : paidOn > asOf ? asOf : paidOn,
      Amount: moneyText(Math.round(total * share), 'plain'),
      'Invoice No': number,
      Type: type,
      Method: type === 'credit' ? null : random.pick(words.methods),
      Reference: type === 'credit' ? null : `${random.whole(100_000, 999_999)}`,
      ...of,
    })
  }
}

type Settlement = { share: number; after: number; type: 'payment' | 'credit' }

/** How an invoice was settled by the day; the older it is, the likelier in full. */
function settle(random: Random, { due, asOf }: { due: string; asOf: string }): Settlement[] {
  const draw = random.next()
  const after = random.whole(-12, 18)
  const paid = (share: number): Settlement => ({ share, after, type: 'payment' })
  if (due >= asOf) return draw < 0.15 ? [paid(1)] : []
  const old = addDays(due, 75) < asOf
  if (draw < 0.03) return [{ share: 0.05, after: 5, type: 'credit' }, paid(0.95)]
  if (draw < (old ? 0.96 : 0.62)) return [paid(1)]
  return draw < (old ? 0.98 : 0.74) ? [paid(0.5)] : []
}

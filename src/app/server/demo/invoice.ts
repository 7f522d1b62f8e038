import { unitPrice } from './assortment.ts'
import type { Month } from './calendar.ts'
import { UNNAMED } from './catalogue.ts'
import type { Account, Client } from './client.ts'
import type { Item, ItemForm } from './item.ts'
import { amountOf } from './money-text.ts'
import type { Random } from './random.ts'

export type InvoiceLine = {
  item: Item
  itemNo: string
  /** Thousandths; negative when it came back. */
  quantity: number
  /** Ten-thousandths of a dollar. */
  price: number
  cents: number
}

/** An invoice, or a credit note that takes back parts of one. */
export type Invoice = {
  /** Its own; a credit note has that of the invoice that it takes back from. */
  key: string
  client: Client
  account: Account
  date: string
  isCredit: boolean
  customerName: string
  lines: InvoiceLine[]
}

const CASES = [1, 1, 2, 2, 2, 3, 4, 4, 5, 6, 8, 10, 12, 16, 24]
const BOTTLES_PER_CASE = 12
/** How many lines an invoice has. */
const LENGTHS = [1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7]

export function drawInvoice(
  random: Random,
  who: { client: Client; account: Account; date: string; month: Month },
  atMost: number,
  drawItem: () => Item,
): Omit<Invoice, 'key'> {
  const { client, account, date, month } = who
  const items = new Set<Item>()
  for (let left = Math.min(random.pick(LENGTHS), atMost); left > 0; left--) items.add(drawItem())
  const lines = [...items].map((item) =>
    drawLine(random, item, unitPrice(item, client, account, month), account.weight),
  )
  // Freight and the like are billed without a name, now and then even without a number.
  if (random.chance(0.012)) lines[lines.length - 1] = drawCharge(random)
  return { client, account, date, isCredit: false, customerName: drawName(random, account), lines }
}

function drawLine(random: Random, item: Item, list: number, weight: number): InvoiceLine {
  const offer = item.form === 'finished' && random.chance(0.06)
  const price = offer ? Math.round((list * 0.9) / 100) * 100 : list
  const ordered = drawQuantity(random, item.form, weight)
  // A return that is set off on the next invoice instead of a credit note.
  const quantity = random.chance(0.004) ? -Math.min(ordered, 12_000) : ordered
  return { item, itemNo: item.no, quantity, price, cents: signedAmount(quantity, price) }
}

/** In thousandths: whole cases, thousands of capsules, half kilograms, bundles of 250. */
function drawQuantity(random: Random, form: ItemForm, weight: number): number {
  switch (form) {
    case 'finished':
      return Math.max(1, Math.round(random.pick(CASES) * (0.6 + weight / 14))) * BOTTLES_PER_CASE * 1000
    case 'bulk':
      return random.whole(4, 32) * 1000
    case 'blend':
      return random.whole(3, 60) * 500
    case 'packaging':
      return random.whole(1, 6) * 250_000
  }
}

function drawCharge(random: Random): InvoiceLine {
  const price = random.whole(35, 190) * 10_000
  const itemNo = random.chance(0.7) ? UNNAMED.no : ''
  return { item: UNNAMED, itemNo, quantity: 1000, price, cents: amountOf(1000, price) }
}

function drawName(random: Random, { name, variants = [] }: Account): string {
  if (random.chance(0.005)) return ''
  return variants.length > 0 && random.chance(0.3) ? random.pick(variants) : name
}

/** Takes back some of an invoice: damaged cases, or a price that was agreed afterwards (no quantity, only money). */
export function drawCredit(random: Random, invoice: Invoice, date: string): Invoice {
  const line = random.pick(invoice.lines)
  const isPriceOnly = random.chance(0.15)
  const share = isPriceOnly ? 0.1 : random.pick([0.25, 0.5, 1])
  const back = Math.min(-1000, -Math.round((Math.abs(line.quantity) * share) / 1000) * 1000)
  const credited = {
    ...line,
    quantity: isPriceOnly ? 0 : back,
    cents: isPriceOnly ? -Math.round(Math.abs(line.cents) * share) : signedAmount(back, line.price),
  }
  return { ...invoice, date, isCredit: true, lines: [credited] }
}

const signedAmount = (quantity: number, price: number) =>
  quantity < 0 ? -amountOf(-quantity, price) : amountOf(quantity, price)

import { addDays } from './calendar.ts'
import type { Client } from './client.ts'
import { CLIENTS, UNCLAIMED } from './clients.ts'
import { LINES } from './invoices-drawn.ts'
import type { ItemForm } from './item.ts'
import { amountOf, moneyText } from './money-text.ts'
import type { DrawnOrder, Order } from './order.ts'
import { drawDates } from './order-dates.ts'
import { drawLines } from './order-lines.ts'
import { drawStages } from './order-stages.ts'
import { asTyped, type OrderStatus, statusesOf } from './order-status.ts'
import { drawWords, styleOf } from './order-words.ts'
import { createRandom, type Random, runningTotals } from './random.ts'
import { stockOrdersUntil } from './stock-orders.ts'

const FIRST_PRIMARY = 600_001
const FIRST_ORDER = 46_201

/** What stands in Montant Total while nobody knows it. */
const NOT_PRICED = ['TBD', '', 'À confirmer', 'TBD', '', 'tbd']

/** Every order as it stands on `asOf`, numbered by order date; what was sold from stock among about `size` lines of sales. */
export function ordersUntil(asOf: string, size = LINES): Order[] {
  const made = [...CLIENTS, ...UNCLAIMED].flatMap((client) => {
    const random = createRandom(`orders ${client.key}`)
    return statusesOf(client.orders).map((status) => drawOrder(random, client, status, asOf))
  })
  const drawn = [...made, ...stockOrdersUntil(asOf, size)]
  drawn.sort((a, b) => (a.orderDate < b.orderDate ? -1 : a.orderDate > b.orderDate ? 1 : 0))
  const random = createRandom('order numbers')
  const placed = new Map<string, number>()
  let ordNo = FIRST_ORDER
  const orders = drawn.map((order, index) => {
    const count = (placed.get(order.client.key) ?? 0) + 1
    placed.set(order.client.key, count)
    ordNo += random.whole(1, 3)
    return { ...order, primary: FIRST_PRIMARY + index, ordNo, ...numbersOf(random, order, count) }
  })
  orders.filter(({ status }) => status === 'pending').forEach(leaveUnpriced)
  return orders
}

function drawOrder(random: Random, client: Client, status: OrderStatus, asOf: string): DrawnOrder {
  const account = random.pickByTotals(
    client.accounts,
    runningTotals(client.accounts, ({ weight }) => weight),
  )
  const form = drawForm(random, client, status)
  const dates = drawDates(random, status, form, asOf)
  const lines = drawLines(random, { client, account, form, status, orderDate: dates.orderDate, asOf })
  const cents = lines.reduce((sum, { ordered, price }) => sum + amountOf(ordered, price ?? 0), 0)
  return {
    ...dates,
    client,
    account,
    ...drawWords(random, client, account),
    status,
    ordStat: asTyped(random, status),
    montantTotal: moneyText(cents, styleOf(random, client, account)),
    cents,
    stages: drawStages(random, status, form, client, addDays(asOf, random.whole(1, 12))),
    lines,
  }
}

/** Blends are not encapsulated, and only finished products are packaged. */
function drawForm(random: Random, client: Client, status: OrderStatus): ItemForm {
  if (status === 'packaging') return 'finished'
  const forms = client.forms.filter((form) => status !== 'cts' || form !== 'blend')
  return random.chance(0.55) ? 'finished' : random.pick(forms)
}

function numbersOf(random: Random, order: DrawnOrder, count: number): { poNo: string; fNo: string } {
  const { client, orderDate, status } = order
  const year = orderDate.slice(2, 4)
  const running = client.key === 'boreal' ? `${year}-${String(180 + count)}` : String(2200 + count * 3)
  return {
    poNo: random.chance(0.03) ? '' : `${client.poPrefix}${running}`,
    fNo: status === 'pending' ? '' : `F-${year}-${String(random.whole(1, 9999)).padStart(4, '0')}`,
  }
}

function leaveUnpriced(order: Order, index: number): void {
  const text = NOT_PRICED[index]
  if (text === undefined) return
  order.montantTotal = text
  order.cents = 0
  for (const line of order.lines) line.price = null
}

import { assortmentOf, unitPrice } from './assortment.ts'
import { addDays, dayOfYear, type Month, yearOf } from './calendar.ts'
import { PRIVATE_LABELS } from './catalogue.ts'
import type { Account, Client } from './client.ts'
import { demandFor, type Item, type ItemForm } from './item.ts'
import type { OrderLine } from './order.ts'
import type { OrderStatus } from './order-status.ts'
import { type Random, runningTotals } from './random.ts'
import { itemMark } from './stock-lot.ts'

const HOUSE_COUNTS = [1, 1, 2, 2, 3, 3, 4, 5, 6]
const FEW = [1, 1, 2]

type Asked = {
  client: Client
  account: Account
  form: ItemForm
  status: OrderStatus
  orderDate: string
  asOf: string
}

/** Lines of one form; what is made under the client's own name is ordered alone, in the quantities that it takes. */
export function drawLines(random: Random, asked: Asked): OrderLine[] {
  const { client, account, form, status, orderDate, asOf } = asked
  const month: Month = { year: yearOf(orderDate), month: Number(orderDate.slice(5, 7)) }
  const own = new Set(PRIVATE_LABELS[client.key])
  const isOwn = form === 'finished' && own.size > 0 && random.chance(0.32)
  const choice = assortmentOf(client, month, yearOf(asOf)).filter(
    (item) => item.form === form && own.has(item) === isOwn,
  )
  const totals = runningTotals(choice, (item) => demandFor(item, month))
  const items = new Set<Item>()
  for (let left = random.pick(isOwn || form !== 'finished' ? FEW : HOUSE_COUNTS); left > 0; left--)
    items.add(random.pickByTotals(choice, totals))
  return [...items].map((item, index) => {
    const ordered = drawOrdered(random, form, isOwn)
    return {
      lineNo: index + 1,
      item,
      ordered,
      shipped: drawShipped(random, status, form, ordered),
      price: unitPrice(item, client, account, month),
      lot: drawLot(random, status, orderDate, item),
    }
  })
}

/** In thousandths, never below what the manufacturer takes: 5000 units, 150 units, 100 KG (source, section 9). */
function drawOrdered(random: Random, form: ItemForm, isOwn: boolean): number {
  if (form === 'bulk') return random.whole(6, 20) * 25_000
  if (form === 'blend') return random.whole(8, 16) * 12_500
  // Products under the house's own name come out of lots that are made for several clients.
  return isOwn ? random.whole(10, 16) * 500_000 : random.whole(2, 14) * 120_000
}

/** Bulk goods are delivered as the lot turned out; bottles are counted. */
function drawShipped(random: Random, status: OrderStatus, form: ItemForm, ordered: number): number {
  if (status === 'packaging') return random.chance(0.2) ? Math.round(ordered / 24_000) * 12_000 : 0
  if (status !== 'completed') return 0
  if (form === 'finished') return random.chance(0.06) ? ordered - random.whole(1, 5) * 12_000 : ordered
  return Math.round((ordered * (97 + random.whole(0, 6))) / 50_000) * 500
}

/** Year and day of blending, the letter of the blender and a number of the item: L26117B07. */
function drawLot(random: Random, status: OrderStatus, orderDate: string, item: Item): string | null {
  if (!['cts', 'packaging', 'completed'].includes(status)) return null
  const blended = addDays(orderDate, random.whole(16, 34))
  return `L${blended.slice(2, 4)}${dayOfYear(blended)}${random.pick(['A', 'B', 'C', 'D'])}${itemMark(item)}`
}

import { addDays, workingDay } from './calendar.ts'
import { UNNAMED } from './catalogue.ts'
import type { Invoice } from './invoice.ts'
import { newestInvoices } from './invoices-drawn.ts'
import type { ItemForm } from './item.ts'
import { amountOf, moneyText } from './money-text.ts'
import type { DrawnOrder, OrderLine } from './order.ts'
import { drawStages } from './order-stages.ts'
import { asTyped } from './order-status.ts'
import { drawWords, styleOf } from './order-words.ts'
import { createRandom } from './random.ts'
import { stockLot } from './stock-lot.ts'

/** So many months of sales have their orders here. */
const MONTHS = 2
/** What decides the stages of an order comes first. */
const BY_STAGES: readonly ItemForm[] = ['finished', 'bulk', 'blend', 'packaging']

/** The orders that the newest sales were taken from stock for: each is done, and its goods left on the day of the invoice. */
export const stockOrdersUntil = (asOf: string, size: number): DrawnOrder[] =>
  newestInvoices(asOf, MONTHS, size).flatMap(drawStockOrder)

/** None for who buys over the counter, for a credit note, and for an invoice that sets off more than it bills. */
function drawStockOrder(billed: Invoice): DrawnOrder[] {
  const { client, account, date } = billed
  const goods = billed.lines
    .filter(({ item, quantity }) => item !== UNNAMED && quantity > 0)
    .toSorted((a, b) => BY_STAGES.indexOf(a.item.form) - BY_STAGES.indexOf(b.item.form))
  const total = billed.lines.reduce((sum, { cents }) => sum + cents, 0)
  const [first] = goods
  if (client.orders === 0 || billed.isCredit || !first || total <= 0) return []
  const random = createRandom(`stock order ${billed.key}`)
  const lines = goods.map(
    ({ item, quantity, price }, index): OrderLine => ({
      lineNo: index + 1,
      item,
      ordered: quantity,
      shipped: quantity,
      price,
      lot: stockLot(item, date),
    }),
  )
  const cents = lines.reduce((sum, { ordered, price }) => sum + amountOf(ordered, price ?? 0), 0)
  return [
    {
      client,
      account,
      orderDate: workingDay(addDays(date, -random.whole(18, 24))),
      requestedDate: date,
      promisedDate: date,
      ...drawWords(random, client, account),
      status: 'completed',
      ordStat: asTyped(random, 'completed'),
      montantTotal: moneyText(cents, styleOf(random, client, account)),
      cents,
      stages: drawStages(random, 'completed', first.item.form, client, date),
      lines,
      billed,
    },
  ]
}

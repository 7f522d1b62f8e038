import type { Order } from '../../../orders/contract.ts'
import { daysLate } from '../../../orders/server/published.ts'
import type { Citation } from '../../contract.ts'
import { type Answer, citeOrder, type Desk, nameOf } from './desk.ts'
import { shipmentsLate } from './goods.ts'

const LISTED = 5
const [PAGE, PAGES] = [1000, 5]
/** Neither of them holds an order that is completed or cancelled. */
const GROUPS = ['active', 'shipped'] as const

type Late = { order: Order; days: number }

/** Those of a group that are late; undefined where there are too many to look through. */
async function lateIn(desk: Desk, group: (typeof GROUPS)[number]): Promise<Late[] | undefined> {
  const late: Late[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < PAGES; pages++) {
    const page = await desk.reads.orders.list({
      ...({ group, sort: 'promisedDate', limit: PAGE } as const),
      ...(cursor && { cursor }),
    })
    late.push(
      ...page.items
        .map((order) => ({ order, days: daysLate(order, desk.today) }))
        .filter(({ days }) => days > 0),
    )
    cursor = page.nextCursor ?? undefined
    // By promised date: behind one that is still to come nothing is late.
    const last = page.items.at(-1)?.promisedDate
    if (!cursor || !last || last >= desk.today) return late
  }
  return undefined
}

/** Orders past their promised date, the latest first, and beside them the shipments past their estimate. */
export async function lateOrders(desk: Desk, over = 0): Promise<Answer> {
  const { say } = desk
  const [groups, shipments] = await Promise.all([
    Promise.all(GROUPS.map((group) => lateIn(desk, group))),
    desk.may('tracking', 'list') ? shipmentsLate(desk) : undefined,
  ])
  if (groups.includes(undefined)) return desk.declined('beyond')
  const late = groups
    .flatMap((group) => group ?? [])
    .filter(({ days }) => days > over)
    .toSorted((one, other) => other.days - one.days)
  const listed = late.slice(0, LISTED)
  // The screen has no list of those that are late: by promised date they stand first.
  const citation: Citation = {
    label: say('label_orders', { count: late.length }),
    href: '/orders?group=active&sort=promisedDate',
  }
  return desk.answered(
    desk.lines(
      say('orders_late', { count: late.length, days: over }),
      ...listed.map(({ order, days }) =>
        say('order_short_late', {
          ...{ number: nameOf(order), days, date: desk.day(order.promisedDate) },
          status: order.ordStat ?? '–',
        }),
      ),
      late.length > LISTED && say('more_of', { count: late.length, shown: LISTED }),
      shipments?.text,
    ),
    [citation, ...listed.map(({ order }) => citeOrder(desk, order)), ...(shipments?.citations ?? [])],
  )
}

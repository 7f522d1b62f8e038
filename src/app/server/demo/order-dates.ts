import { addDays, workingDay } from './calendar.ts'
import type { ItemForm } from './item.ts'
import type { OrderStatus } from './order-status.ts'
import type { Random } from './random.ts'

export type OrderDates = { orderDate: string; requestedDate: string; promisedDate: string | null }

/** Lead times in weeks (source, section 9). */
const LEAD: Record<ItemForm, readonly [number, number]> = {
  blend: [6, 8],
  bulk: [8, 12],
  finished: [12, 16],
  packaging: [6, 8],
}

/** How much of its lead time is behind an order that is under way. */
const ELAPSED: Record<Exclude<OrderStatus, 'completed' | 'cancelled'>, readonly [number, number]> = {
  pending: [0, 0.2],
  'not started': [0.02, 0.3],
  'in progress': [0.1, 0.5],
  blend: [0.22, 0.45],
  cts: [0.45, 0.75],
  packaging: [0.75, 0.98],
  'finance hold': [0.1, 0.7],
}

const LATE = 0.17

/** Dates of an order that stands as `status` says on `asOf`; some of those under way are past their promise. */
export function drawDates(random: Random, status: OrderStatus, form: ItemForm, asOf: string): OrderDates {
  const lead = random.whole(...LEAD[form]) * 7
  const slip = random.pick([0, 0, 0, 0, 7, 7, 14, 21])
  const orderDate = workingDay(addDays(asOf, -ageOf(random, status, lead, slip)))
  const requestedDate = workingDay(addDays(orderDate, lead))
  const isPromised = status !== 'pending' && !(status === 'not started' && random.chance(0.3))
  return {
    orderDate: orderDate > asOf ? addDays(asOf, -2) : orderDate,
    requestedDate,
    promisedDate: isPromised ? workingDay(addDays(requestedDate, slip)) : null,
  }
}

function ageOf(random: Random, status: OrderStatus, lead: number, slip: number): number {
  if (status === 'completed') return lead + slip + random.whole(4, 640)
  if (status === 'cancelled') return random.whole(20, 700)
  const underWay = !['pending', 'not started'].includes(status)
  if (underWay && random.chance(LATE)) return lead + slip + random.whole(4, 26)
  const [from, to] = ELAPSED[status]
  return Math.floor(lead * (from + random.next() * (to - from)))
}

import type { UpstreamRow } from '../../../features/ingestion/server/import-rows.ts'
import { addDays, workingDay } from './calendar.ts'
import type { Order } from './order.ts'
import type { OrderStages } from './order-stages.ts'
import { asTyped, type OrderStatus } from './order-status.ts'
import { createRandom, type Random } from './random.ts'
import { orderLineRows, orderRow } from './upstream-rows.ts'

const DAY_MS = 86_400_000
const STEPS: readonly OrderStatus[] = ['not started', 'blend', 'cts', 'packaging', 'completed']
/** Lines of orders that were done longer ago came with what was shipped. */
const SHIPPED_WITHIN = 90

/** An order as it stood at some moment. */
type Version = Pick<Order, 'ordStat' | 'stages' | 'promisedDate' | 'montantTotal'> & { at: string }

/** Every version of an order that upstream sent, oldest first; the last one is how it stands on `asOf`. */
export function orderVersions(order: Order, asOf: string): UpstreamRow[] {
  return versionsOf(order, asOf).map(({ at, ...version }) => ({
    ...orderRow({ ...order, ...version }),
    'Updated At': at,
  }))
}

/** Its lines, twice where something was shipped of late: as they were ordered, and as they were shipped. */
export function lineVersions(order: Order, asOf: string): [ordered: UpstreamRow[], shipped: UpstreamRow[]] {
  const versions = versionsOf(order, asOf)
  const rows = (lines: Order['lines'], at: string) =>
    orderLineRows({ ...order, lines }).map((row) => ({ ...row, 'Updated At': at }))
  const [first, last] = [versions[0], versions.at(-1)].map((version) => version?.at ?? asOf) as [
    string,
    string,
  ]
  if (!order.lines.some(({ shipped }) => shipped > 0)) return [rows(order.lines, last), []]
  if (last.slice(0, 10) < addDays(asOf, -SHIPPED_WITHIN)) return [rows(order.lines, last), []]
  const ordered = order.lines.map((line) => ({ ...line, shipped: 0 }))
  return [rows(ordered, first), rows(order.lines, last)]
}

function versionsOf(order: Order, asOf: string): Version[] {
  const random = createRandom(`history ${order.primary}`)
  const path = pathOf(order)
  const moments = momentsOf(random, order, path.length, asOf)
  const promised = promisesOf(random, order, path.length)
  const unpriced = random.chance(0.1)
  return path.map((status, step): Version => {
    const isLast = step === path.length - 1
    return {
      at: moments[step] as string,
      ordStat: isLast ? order.ordStat : asTyped(random, status),
      stages: isLast ? order.stages : stagesAt(status, order.stages),
      promisedDate: isLast ? order.promisedDate : (promised[step] ?? null),
      montantTotal: step === 0 && !isLast && unpriced ? 'TBD' : order.montantTotal,
    }
  })
}

/** The statuses that it went through: blends are not encapsulated, bulk is not packaged, and nothing is made for what is in stock. */
function pathOf({ status, lines, billed }: Order): OrderStatus[] {
  if (billed) return ['not started', status]
  if (status === 'pending' || status === 'not started') return [status]
  if (status === 'in progress') return ['not started', 'in progress']
  if (status === 'cancelled' || status === 'finance hold') return ['not started', 'in progress', status]
  const form = lines[0]?.item.form
  const skipped: OrderStatus[] =
    form === 'blend' ? ['cts', 'packaging'] : form === 'bulk' ? ['packaging'] : []
  return STEPS.slice(0, STEPS.indexOf(status) + 1).filter(
    (step) => step === status || !skipped.includes(step),
  )
}

/** From the day of the order to the day of its last step, in office hours, each later than the one before. */
function momentsOf(random: Random, order: Order, steps: number, asOf: string): string[] {
  const { orderDate, requestedDate, promisedDate, status } = order
  const due = promisedDate ?? requestedDate
  const last = status === 'completed' && due < asOf ? due : addDays(asOf, -random.whole(1, 5))
  const days = Math.max(0, Math.round((Date.parse(last) - Date.parse(orderDate)) / DAY_MS))
  return Array.from({ length: steps }, (_, step) => {
    const share = steps === 1 ? 0 : step / (steps - 1)
    const day = addDays(orderDate, Math.round(days * share))
    return `${day}T${String(12 + step * 2).padStart(2, '0')}:${String(random.whole(0, 59)).padStart(2, '0')}:00Z`
  })
}

/** What was promised before the last step: first what was asked for, then a part of the delay. */
function promisesOf(
  random: Random,
  { requestedDate, promisedDate }: Order,
  steps: number,
): (string | null)[] {
  if (promisedDate === null) return []
  const late = Math.round((Date.parse(promisedDate) - Date.parse(requestedDate)) / DAY_MS)
  const known = random.whole(0, Math.max(0, Math.min(1, steps - 2)))
  const halfway = late >= 14 ? workingDay(addDays(requestedDate, 7)) : requestedDate
  return Array.from({ length: steps }, (_, step) =>
    step < known ? null : step >= 2 && late > 0 ? halfway : requestedDate,
  )
}

/** What is behind it reads as in the end; what is under way says so; the rest has not begun. */
function stagesAt(status: OrderStatus, end: OrderStages): OrderStages {
  const reached = STEPS.indexOf(status)
  const stage = (place: number, word: string, mark: string): [string, string] =>
    reached > place ? [word, mark] : reached === place ? ['In progress', ''] : [word === '-' ? '-' : '', '']
  const [[bl, pbl], [cts, pcts], [bb, pbb]] = [
    stage(1, end.bl, end.pbl),
    stage(2, end.cts, end.pcts),
    stage(3, end.bb, end.pbb),
  ]
  return { bl, pbl, cts, pcts, bb, pbb }
}

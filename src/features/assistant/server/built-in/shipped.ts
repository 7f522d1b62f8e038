import type { Shipment } from '../../../tracking/contract.ts'
import { monthsOf } from '../../domain/periods.ts'
import type { Question } from '../../domain/understand.ts'
import type { Answer, Desk } from './desk.ts'
import { citeShipment } from './goods.ts'
import { periodOf } from './sales.ts'

const LISTED = 5
const [PAGE, PAGES] = [1000, 5]

const SHIPPED =
  /^(?:shipped|dispatched|expedie|expediee|expedies|expediees|parties?|versandte?n?|verschickte?n?|versendete?n?|enviad[oa]s?|despachad[oa]s?)$/

/** Whether it is asked what has left: "which orders have shipped", "what was shipped this month". */
export const asksWhatShipped = (q: Question): boolean => q.words.some((word) => SHIPPED.test(word))

/** What has left, in all or in a period, by the day on which it was shipped; the newest first. */
export async function whatShipped(desk: Desk, q: Question): Promise<Answer> {
  const [period, second] = q.periods
  if (q.unclear || q.now || second || (period && period.year === undefined))
    return desk.declined('period_unknown')
  const { from, to } = period ? monthsOf(period) : { from: '', to: '9999-99' }
  const left: Shipment[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < PAGES; pages++) {
    const page = await desk.reads.tracking.list({
      ...({ sort: '-shippedOn', limit: PAGE } as const),
      ...(cursor && { cursor }),
    })
    left.push(
      ...page.items.filter(({ shippedOn }) => {
        const month = shippedOn?.slice(0, 7)
        return month !== undefined && month >= from && month <= to
      }),
    )
    cursor = page.nextCursor ?? undefined
    // Newest first, and behind them what has no such day.
    const last = page.items.at(-1)?.shippedOn
    if (!last || last.slice(0, 7) < from) cursor = undefined
    if (!cursor) break
  }
  if (cursor) return desk.declined('beyond')
  const { say } = desk
  const listed = left.slice(0, LISTED)
  return desk.answered(
    desk.lines(
      say('shipped_of', { count: left.length, period: period ? periodOf(desk, period) : '' }),
      ...listed.map(({ trackingNumber, carrier, ordNo, primary, shippedOn }) =>
        say('shipped_line', {
          order: say('label_order', { number: ordNo ?? primary ?? '–' }),
          ...{ date: desk.day(shippedOn), number: trackingNumber, carrier },
        }),
      ),
      left.length > LISTED && say('more_of', { count: left.length, shown: LISTED }),
    ),
    [
      { label: say('label_shipments', { count: left.length }), href: '/orders/tracking?sort=-shippedOn' },
      ...listed.map((shipment) => citeShipment(desk, shipment)),
    ],
  )
}

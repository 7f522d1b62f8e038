import { resultText, testName } from '../../../lots/server/published.ts'
import type { OrderDetail } from '../../../orders/contract.ts'
import type { Citation } from '../../contract.ts'
import { type Desk, orNothing } from './desk.ts'

const LISTED = 5
const HELD = ['on_hold', 'quarantine', 'rejected'] as const

/** What is held of an order, and why, as far as the asker may read results: those that fail, or are still open. */
export async function heldLots(
  desk: Desk,
  { order, lines }: OrderDetail,
): Promise<{ lines: string[]; citations: Citation[] }> {
  const { say } = desk
  const all = [
    ...new Map(
      lines.flatMap(({ lot, lotAddress, lotState }) => {
        const state = HELD.find((each) => each === lotState)
        return lot !== null && lotAddress !== null && state ? [[lotAddress, { lot, lotAddress, state }]] : []
      }),
    ).values(),
  ]
  const held = all.slice(0, LISTED)
  if (held.length === 0) return { lines: [], citations: [] }
  const told = await Promise.all(
    held.map(async ({ lot, lotAddress, state }) => [
      say('order_lot_held', { lot, state: say(`lot_${state}`) }),
      ...(await reasons(desk, lotAddress)),
    ]),
  )
  const isRunning = order.status !== 'completed' && order.status !== 'cancelled'
  return {
    lines: [
      ...told.flat(),
      ...(all.length > LISTED ? [say('order_lots_held', { count: all.length })] : []),
      ...(order.promisedDate && isRunning ? [say('order_at_risk')] : []),
    ],
    citations: desk.may('lots', 'get')
      ? held.map(({ lot, lotAddress }) => ({
          label: say('label_lot', { number: lot }),
          href: `/lots/${encodeURIComponent(lotAddress)}`,
        }))
      : [],
  }
}

async function reasons(desk: Desk, lotNo: string): Promise<string[]> {
  const { say } = desk
  const found = desk.may('lots', 'get') ? await orNothing(desk.reads.lots.get({ lotNo })) : undefined
  if (!found) return []
  const failed = found.results.filter(({ verdict, stands }) => stands && verdict === 'fail')
  if (failed.length > 0)
    return failed
      .slice(0, LISTED)
      .map((row) =>
        say('order_lot_failed', { test: testName(row.test, desk.language), result: resultText(row) }),
      )
  return [found.lot.open > 0 ? say('order_lot_open', { open: found.lot.open }) : say('order_lot_no_reason')]
}

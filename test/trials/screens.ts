import { expect } from 'vitest'
import type { Actor } from '../support/actors.ts'
import { expectedAnalytics, expectedComparison, yearsToDate } from '../support/analytics-oracle.ts'
import type { Json } from '../support/client.ts'
import { expectedCurrent } from '../support/current-sales-oracle.ts'
import type { TestLine } from '../support/sales-lines.ts'
import { amount, expectedHistory, groups, quantity } from '../support/sales-oracle.ts'
import { calendarOf, type Figures } from '../support/trial-sales.ts'

/** What a screen says of all its lines together, as the sets' expected figures name it; Current Sales calls the amount revenue. */
export const figuresOf = ({ totals: t }: Json): Figures => ({
  records: t.lines,
  invoices: t.orders,
  qty: t.quantity,
  amount: t.amount ?? t.revenue,
})

/**
 * Everything that the screens answer to somebody over HTTP, held against the lines that are theirs, added up one by one. `all`:
 * the lines of everybody, whose newest month is the calendar's.
 */
type Look = {
  actor: Actor
  own: readonly TestLine[]
  all: readonly TestLine[]
  day: string
  oneClient: boolean
}

const ask = async (actor: Actor, path: string): Promise<Json> => {
  const answer = await actor.get(`/api/v1/sales/${path}`)
  expect(answer.status).toBe(200)
  const { dataVersion, asOf, ...figures } = answer.body
  return figures
}

/** Sales History and Sales Analytics, which are of the same lines. */
export async function showsHistory({ actor, own, all, day, oneClient }: Look) {
  const calendar = calendarOf(all, day)
  expect(await ask(actor, 'history')).toEqual(expectedHistory(own, {}, 'CAD', calendar.currentYear))

  const { trend, ...figures } = await ask(actor, 'analytics')
  expect(figures).toEqual(expectedAnalytics(own, {}, calendar, 'CAD', oneClient))
  const months = groups(own, ({ year, month }) => year * 100 + month)
  const inTrend = trend.months.map(({ year, month }: TestLine) => year * 100 + month)
  expect([...months.keys()].filter((month) => !inTrend.includes(month))).toEqual([])
  expect(trend.months.map((one: Json) => [one.quantity, one.amount])).toEqual(
    inTrend.map((month: number) => [quantity(months.get(month) ?? []), amount(months.get(month) ?? [])]),
  )

  const { toDate, before } = yearsToDate(calendar)
  const { totals, products, customers } = await ask(actor, 'comparison')
  expect({ totals, products, customers }).toEqual(expectedComparison(own, toDate, before, oneClient))
}

/** Current Sales. */
export async function showsCurrent({ actor, own, all, day }: Omit<Look, 'oneClient'>) {
  const { currentYear: year, throughMonth } = calendarOf(all, day)
  const { ytd, ...shown } = await ask(actor, 'current')
  const { otherDataset: _, ...compared } = ytd // what the other dataset has is asked where both are
  expect({ ...shown, ytd: compared }).toEqual(expectedCurrent(own, {}, 'CAD', { year, throughMonth, day }))
}

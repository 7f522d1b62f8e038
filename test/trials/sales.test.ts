import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifySales } from '../../src/features/sales/server/verify-sales.ts'
import { type Actor, anAdministrator } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { size } from '../support/form.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import type { TestLine } from '../support/sales-lines.ts'
import { groups, productOf } from '../support/sales-oracle.ts'
import {
  clientsOf,
  drawnClients,
  type Figures,
  NOBODY,
  type OfClient,
  plainFigures as plain,
  readExpected,
} from '../support/trial-sales.ts'
import { analyticsCases } from './analytics-cases.ts'
import { settle, showsNames, staySignedIn } from './clients.ts'
import { loadSales } from './sales-files.ts'
import { figuresOf, showsHistory } from './screens.ts'

type Ranked = { name: string; qty: number; amount: string }

/** Clients that become tenants; all others stay unassigned, and the administrator adds them up. */
const CLIENTS = {
  scms: ['CI', 'VN', 'ZM'],
  northwind: ['KOENE', 'ERNSH', 'VINET'],
  online_retail_y1: ['18102', '14646', '13085'],
}
/** Names of these sets stand for one item number each, so that lists keyed by number can be compared by name. */
const ONE_NAME_EACH = ['scms', 'northwind']

/** Beside them: each client of the small set, and of the others those that the seed draws; in the long form each of all. */
const DRAWN = { scms: 100, northwind: size(9, 100), online_retail_y1: size(9, 10_000) }
const DAY = '2025-08-31'

describe.each(Object.entries(CLIENTS) as [keyof typeof CLIENTS, string[]][])(
  'sales of %s',
  (set, clients) => {
    const expected = readExpected(set)
    let known: Map<string, OfClient[]>
    let nobodys: OfClient[]
    let tenants: Map<string, number>
    let members: Map<string, Actor>
    let portal: TestPortal
    let lines: TestLine[]
    let admin: Actor

    beforeAll(
      async () => {
        portal = await startTestPortal({ REPORTING_AS_OF: DAY })
        const all = await clientsOf(set)
        known = drawnClients(set, all, DRAWN[set], clients)
        nobodys = all.get(NOBODY) ?? []
        ;({ tenants, members } = await settle(portal, known.keys(), false))
        lines = await loadSales(portal, set, tenants)
        admin = await anAdministrator(portal)
        await staySignedIn(portal)
      },
      size(600_000, 1_800_000),
    )
    afterAll(() => portal?.close())

    const history = async (filter: object = {}, actor = admin): Promise<Json> => {
      const query = new URLSearchParams(
        Object.entries(filter).map(([k, v]): [string, string] => [k, String(v)]),
      )
      const answer = await actor.get(`/api/v1/sales/history?${query}`)
      expect(answer.status).toBe(200)
      return answer.body
    }
    const ranked = (list: Json): Ranked[] =>
      list.map((p: Json) => ({ name: p.product, qty: p.quantity, amount: p.amount }))
    const plainRanked = (list: Ranked[]) => list.map(({ name, qty, amount }) => ({ name, qty, amount }))

    it('shows the totals, the averages and every year', async () => {
      const all = await history()
      expect(figuresOf(all)).toEqual(plain(expected.totals))
      expect(all.totals.averagePerLine).toBe(expected.totals.avg_amount_per_record)
      expect(all.totals.averagePerOrder).toBe(expected.totals.avg_amount_per_invoice)
      expect(all.years).toEqual(
        expected.by_year.map(({ year, qty, amount }: Figures & { year: number }) => ({
          year,
          quantity: qty,
          amount,
        })),
      )
      for (const year of expected.by_year)
        expect(figuresOf(await history({ year: year.year }))).toEqual(plain(year))
    })

    it('shows every month, of each year and of all years', async () => {
      for (const month of expected.by_year_month)
        expect(figuresOf(await history({ year: month.year, month: month.month }))).toEqual(plain(month))
      const all = await history()
      for (const month of expected.by_month_all_years) {
        expect(all.months[month.month - 1]).toEqual({
          month: month.month,
          quantity: month.qty,
          amount: month.amount,
        })
        expect(figuresOf(await history({ month: month.month }))).toEqual(plain(month))
      }
    })

    it('shows the top products of all years and of each', async () => {
      for (const [year, list] of Object.entries(expected.top10_item_names_by_qty)) {
        const shown = await history(year === 'all' ? {} : { year })
        expect(ranked(shown.topProducts)).toEqual(plainRanked(list as Ranked[]))
      }
    })

    it('finds what the search is for', async () => {
      for (const one of expected.search)
        expect(figuresOf(await history({ search: one.term }))).toEqual(plain(one))
    })

    it('shows the evolution of the six full years before the current one', async () => {
      const { evolution } = await history()
      const past = lines.filter((line) => line.year * 100 + line.month <= 202508)
      const newest = past.reduce((year, line) => Math.max(year, line.year), 0)
      expect(evolution.years).toEqual(Array.from({ length: 6 }, (_, at) => newest - 6 + at))
      const sums = new Map<string, number[]>()
      for (const line of lines) {
        const at = evolution.years.indexOf(line.year)
        if (at < 0) continue
        const product = sums.get(productOf(line)) ?? [0, 0, 0, 0, 0, 0]
        product[at] = (product[at] as number) + line.quantity / 1000
        sums.set(productOf(line), product)
      }
      const total = (of: number[]) => of.reduce((a, b) => a + b, 0)
      const top = [...sums].sort((a, b) => total(b[1]) - total(a[1]) || (a[0] < b[0] ? -1 : 1)).slice(0, 20)
      expect(evolution.products.map((p: Json) => [p.product, p.quantities, p.total])).toEqual(
        top.map(([product, quantities]) => [product, quantities, total(quantities)]),
      )
      if (!ONE_NAME_EACH.includes(set)) return
      let compared = 0
      for (const { name, qty, yoy_qty } of expected.product_year_matrix_top20) {
        const shown = evolution.products.find((p: Json) => p.product === name)
        if (!shown) continue
        compared++
        evolution.years.forEach((year: number, at: number) => {
          expect(shown.quantities[at]).toBe(qty[year] ?? 0)
          if (at > 0 && yoy_qty[year] !== undefined)
            expect(shown.changes[at] === null ? '-' : Number(shown.changes[at])).toBe(
              yoy_qty[year] === '-' ? '-' : Number(yoy_qty[year]),
            )
        })
      }
      expect(compared).toBeGreaterThanOrEqual(15)
    })

    it('opens the lines of each product and year of the matrix', async () => {
      if (!ONE_NAME_EACH.includes(set)) return
      for (const { name, qty, amount } of expected.product_year_matrix_top20)
        for (const year of Object.keys(qty)) {
          const { body } = await admin.get(
            `/api/v1/sales/lines?limit=1&${new URLSearchParams({ product: name, year })}`,
          )
          expect([body.sums.quantity, body.sums.amount]).toEqual([qty[year], amount[year]])
        }
    })

    it('shows a member its own client and nothing else', async () => {
      for (const { code, year, figures: wanted } of [...known.values()].flat()) {
        const shown = await history(year === undefined ? {} : { year }, members.get(code))
        expect(figuresOf(shown), `${code} ${year}`).toEqual(wanted)
      }
    })

    it('opens the lines of each of their names, and of those that are nobody’s', async () => {
      await showsNames('history', known.values(), (code) => members.get(code) as Actor)
      await showsNames('history', [nobodys], () => admin)
    })

    it('shows each of them, and everybody’s to the administrator, as their lines add up', async () => {
      await showsHistory({ actor: admin, own: lines, all: lines, day: DAY, oneClient: false })
      const of = groups(lines, ({ tenantId }) => tenantId)
      for (const [code, tenantId] of tenants)
        await showsHistory({
          actor: members.get(code) as Actor,
          own: of.get(tenantId) ?? [],
          all: lines,
          day: DAY,
          oneClient: true,
        })
    }, 600_000)

    analyticsCases(expected, () => ({ admin, members, known }))

    it('keeps sums that every line agrees with', async () => {
      expect(await portal.owner(verifySales)).toEqual([])
    })
  },
)

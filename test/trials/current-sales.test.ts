import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, anAdministrator } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { size } from '../support/form.ts'
import { counts, peek, type Sender, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { groups } from '../support/sales-oracle.ts'
import {
  asCurrentSale,
  clientsOf,
  drawnClients,
  lineOf,
  NOBODY,
  type OfClient,
  plainFigures as plain,
  readExpected,
  readRecords,
  type TrialRecord,
} from '../support/trial-sales.ts'
import { changesOf, packed } from './changes.ts'
import { settle, showsNames, staySignedIn } from './clients.ts'
import { figuresOf, showsCurrent } from './screens.ts'

type Sku = {
  item_no: string
  qty_previous: number
  qty_current: number
  amount_previous: string
  amount_current: string
  qty_growth_pct: string
  amount_growth_pct: string
  qty_badge: string
  amount_badge: string
}

/**
 * Clients that become tenants, beside those that the seed draws, in the long form all; and reports pinned to a day, with what they
 * then compare.
 */
const SETS = {
  scms: {
    clients: ['CI', 'VN', 'ZM'],
    drawn: size(9, 100),
    day: '2025-08-31',
    years: [2024, 2025],
    months: '1-8',
  },
  online_retail_y1: {
    clients: ['18102', '14646', '13085'],
    drawn: size(9, 10_000),
    day: '2024-11-30',
    years: [2023, 2024],
    months: '1-11',
  },
}
const BATCH = 20_000

describe.each(Object.entries(SETS))('%s as current sales', (set, { clients, drawn, day, years, months }) => {
  const expected = readExpected(set)
  let tenants: Map<string, number>
  let members: Map<string, Actor>
  const records: TrialRecord[] = []
  let known: Map<string, OfClient[]>
  let nobodys: OfClient[]
  let portal: TestPortal
  let admin: Actor
  let send: Sender

  beforeAll(
    async () => {
      portal = await startTestPortal({ REPORTING_AS_OF: day })
      const all = await clientsOf(set)
      known = drawnClients(set, all, drawn, clients)
      nobodys = all.get(NOBODY) ?? []
      ;({ tenants, members } = await settle(portal, known.keys(), true))
      admin = await anAdministrator(portal)
      await staySignedIn(portal)
      send = sender(portal.url, await aKey(portal))
      let rows: object[] = []
      let inserted = 0
      const land = async () => {
        const { status, body, text } = await send('current-sales', rows)
        expect(status, text.slice(0, 300)).toBe(200)
        inserted += counts(body).inserted ?? 0
        rows = []
      }
      for await (const record of readRecords(`sales/${set}.csv.gz`)) {
        records.push(record)
        rows.push(asCurrentSale(record))
        if (rows.length === BATCH) await land()
      }
      await land()
      expect(inserted).toBe(expected.totals.records)
    },
    size(600_000, 1_800_000),
  )
  afterAll(() => portal?.close())

  const screen = async (filter: Record<string, string> = {}, actor = admin): Promise<Json> => {
    const answer = await actor.get(
      `/api/v1/sales/current?${new URLSearchParams({ currency: 'CAD', ...filter })}`,
    )
    expect(answer.status).toBe(200)
    return answer.body
  }

  it('shows totals, averages, every year and every month of them', async () => {
    const all = await screen()
    expect(figuresOf(all)).toEqual(plain(expected.totals))
    expect([all.totals.averagePerLine, all.totals.averagePerOrder]).toEqual([
      expected.totals.avg_amount_per_record,
      expected.totals.avg_amount_per_invoice,
    ])
    for (const year of expected.by_year)
      expect(figuresOf(await screen({ year: String(year.year) }))).toEqual(plain(year))
    for (const of of expected.by_year_month.slice(-24))
      expect(figuresOf(await screen({ year: String(of.year), month: String(of.month) }))).toEqual(plain(of))
    expect(all.months.map((m: Json) => [m.month, m.quantity, m.revenue])).toEqual(
      Array.from({ length: 12 }, (_, at) => {
        const of = expected.by_month_all_years.find((m: Json) => m.month === at + 1)
        return [at + 1, of?.qty ?? 0, of?.amount ?? '0.00']
      }),
    )
  }, 120_000)

  it('compares the years to date, as a whole and code by code', async () => {
    const { ytd, comparison } = await screen()
    const [previous, current] = years
    const wanted = expected.ytd.find(
      (one: Json) => one.current === current && one.previous === previous && one.months === months,
    )
    expect([ytd.years, ytd.throughMonth]).toEqual([years, Number(months.slice(2))])
    const grown = (was: unknown, percent: string) => (Number(was) === 0 ? 0 : Number(percent))
    expect(ytd.quantity).toMatchObject({
      previous: wanted.qty_previous,
      current: wanted.qty_current,
      growth: grown(wanted.qty_previous, wanted.qty_growth_pct),
    })
    expect(ytd.revenue).toMatchObject({
      previous: wanted.amount_previous,
      current: wanted.amount_current,
      growth: grown(wanted.amount_previous, wanted.amount_growth_pct),
    })
    // Growth from nothing is `new` (D1), which the file calls stable.
    const badge = (was: unknown, now: unknown, told: string) =>
      Number(was) === 0 && Number(now) !== 0 ? 'new' : told
    const skus: Sku[] =
      expected[`comparison_top15_${previous}_${current}`][`months ${months} by_two_year_amount`]
    expect(comparison).toMatchObject(
      skus.map((sku) => ({
        code: sku.item_no,
        previous: { quantity: sku.qty_previous, revenue: sku.amount_previous },
        current: { quantity: sku.qty_current, revenue: sku.amount_current },
        quantityGrowth: Number(sku.qty_growth_pct),
        quantityTrend: badge(sku.qty_previous, sku.qty_current, sku.qty_badge),
        revenueGrowth: Number(sku.amount_growth_pct),
        trend: badge(sku.amount_previous, sku.amount_current, sku.amount_badge),
      })),
    )
  })

  it('shows the top products by revenue, of all years and of each', async () => {
    for (const [year, list] of Object.entries(expected.top10_item_names_by_amount)) {
      const { topProducts } = await screen(year === 'all' ? {} : { year })
      expect(topProducts.map((p: Json) => [p.product, p.quantity, p.revenue])).toEqual(
        (list as Json[]).map(({ name, qty, amount }) => [name, qty, amount]),
      )
    }
  })

  it('finds what the search is for', async () => {
    for (const one of expected.search)
      expect(figuresOf(await screen({ search: one.term }))).toEqual(plain(one))
  })

  it('shows each client its own, and its sums agree with every line', async () => {
    for (const { code, year, figures: wanted } of [...known.values()].flat()) {
      const shown = await screen(year === undefined ? {} : { year: String(year) }, members.get(code))
      expect(figuresOf(shown), `${code} ${year}`).toEqual(wanted)
    }
    await showsNames('current', known.values(), (code) => members.get(code) as Actor)
    await showsNames('current', [nobodys], () => admin)
    expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
  }, 600_000)

  /** The screen of everybody and of each client, held against these records. */
  async function showsThe(now: readonly TrialRecord[]) {
    const all = now.map((record) => lineOf(record, tenants))
    const of = groups(all, ({ tenantId }) => tenantId)
    await showsCurrent({ actor: admin, own: all, all, day })
    for (const [code, tenantId] of tenants)
      await showsCurrent({ actor: members.get(code) as Actor, own: of.get(tenantId) ?? [], all, day })
  }

  it('is all that the lines add up to, before and after corrections, deletions and a replaced year', async () => {
    await showsThe(records)
    const { corrections, moved, deletions, changed } = changesOf(records, [...tenants.keys()])
    const corrected = await send('current-sales', [
      ...corrections.map(asCurrentSale),
      ...deletions.map(({ Id }) => ({ id: Id, _op: 'delete' })),
    ])
    expect(counts(corrected.body)).toEqual({
      received: corrections.length + deletions.length,
      updated: corrections.length,
      moved,
      deleted: deletions.length,
    })
    await showsThe(changed)

    // A year as it was: the corrected and deleted of it are back, the others are still changed.
    const year = String(years[0])
    const before = records.filter((record) => record.Year === year)
    const rows = await packed(before.map(asCurrentSale))
    const replaced = await send(`current-sales?mode=replace&scope=${year}`, rows)
    expect([replaced.status, replaced.body.received]).toEqual([200, before.length])
    await showsThe([...changed.filter((record) => record.Year !== year), ...before])
    expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
  }, 600_000)
})

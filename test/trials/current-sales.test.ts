import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { counts, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { inThisRun, readExpected, readRecords } from './sales-files.ts'

type Figures = { records: number; invoices: number; qty: number; amount: string }
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

/** Reports pinned to a day, with what they then compare. */
const SETS = {
  scms: { clients: ['CI', 'VN', 'ZM'], day: '2025-08-31', years: [2024, 2025], months: '1-8' },
  online_retail_y1: {
    clients: ['18102', '14646', '13085'],
    day: '2024-11-30',
    years: [2023, 2024],
    months: '1-11',
  },
}
const BATCH = 20_000

describe.each(inThisRun('current sales', Object.entries(SETS), ([set]) => set))(
  '%s as current sales',
  (set, { clients, day, years, months }) => {
    const expected = readExpected(set)
    const tenants = new Map<string, number>()
    let portal: TestPortal
    let admin: Actor

    beforeAll(async () => {
      portal = await startTestPortal({ REPORTING_AS_OF: day })
      for (const code of clients) tenants.set(code, await aTenant(portal, { clientCodes: [code] }))
      admin = await anAdministrator(portal)
      const send = sender(portal.url, await aKey(portal))
      let rows: object[] = []
      let inserted = 0
      const land = async () => {
        const { status, body, text } = await send('current-sales', rows)
        expect(status, text.slice(0, 300)).toBe(200)
        inserted += counts(body).inserted ?? 0
        rows = []
      }
      for await (const record of readRecords(`sales/${set}.csv.gz`)) {
        rows.push({
          id: record.Id,
          SO: record['Invoice No'],
          Year: record.Year,
          Month: record.Month,
          Code: record['Item No'],
          Prod_Name: record['Item Name'],
          'Qty Sent': record['Qty Sold'],
          Total: record.Amount,
          Currency: 'CAD',
          'Account Number': record['Client Code'],
          Customer: record['Customer Name'],
        })
        if (rows.length === BATCH) await land()
      }
      await land()
      expect(inserted).toBe(expected.totals.records)
    }, 600_000)
    afterAll(() => portal?.close())

    const screen = async (filter: Record<string, string> = {}, actor = admin): Promise<Json> => {
      const answer = await actor.get(
        `/api/v1/sales/current?${new URLSearchParams({ currency: 'CAD', ...filter })}`,
      )
      expect(answer.status).toBe(200)
      return answer.body
    }
    const figures = ({ totals: t }: Json): Figures => ({
      records: t.lines,
      invoices: t.orders,
      qty: t.quantity,
      amount: t.revenue,
    })
    const plain = ({ records, invoices, qty, amount }: Figures): Figures => ({
      records,
      invoices,
      qty,
      amount,
    })

    it('shows totals, averages, every year and every month of them', async () => {
      const all = await screen()
      expect(figures(all)).toEqual(plain(expected.totals))
      expect([all.totals.averagePerLine, all.totals.averagePerOrder]).toEqual([
        expected.totals.avg_amount_per_record,
        expected.totals.avg_amount_per_invoice,
      ])
      for (const year of expected.by_year)
        expect(figures(await screen({ year: String(year.year) }))).toEqual(plain(year))
      for (const of of expected.by_year_month.slice(-24))
        expect(figures(await screen({ year: String(of.year), month: String(of.month) }))).toEqual(plain(of))
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
        expect(figures(await screen({ search: one.term }))).toEqual(plain(one))
    })

    it('shows a single client its own, and its sums agree with every line', async () => {
      const members = new Map<string, Actor>()
      for (const [code, tenantId] of tenants) members.set(code, await aMember(portal, tenantId))
      let compared = 0
      for await (const row of readRecords(`expected/${set}_by_client.csv`)) {
        const member = members.get(row.client_code as string)
        if (!member) continue
        compared++
        const { records, invoices, qty, amount } = row as Record<string, string>
        expect(figures(await screen(row.year === 'all' ? {} : { year: row.year as string }, member))).toEqual(
          {
            records: Number(records),
            invoices: Number(invoices),
            qty: Number(qty),
            amount,
          },
        )
      }
      expect(compared).toBeGreaterThanOrEqual(clients.length * 2)
      expect(await peek(portal, 'select * from portal.current_verify_sales()')).toEqual([])
    }, 120_000)
  },
)

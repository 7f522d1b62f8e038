import { expect, it } from 'vitest'
import type { Actor } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import type { OfClient } from '../support/trial-sales.ts'

type Ranked = { name?: string; customer?: string; qty: number; amount: string }

/** What the Sales Analytics screen must show of a set that is loaded; `members` by their client code, with what is `known` of each. */
export function analyticsCases(
  expected: Json,
  on: () => {
    admin: Actor
    members: ReadonlyMap<string, Actor>
    known: ReadonlyMap<string, OfClient[]>
  },
) {
  const ask = async (path: string, filter: object, actor = on().admin): Promise<Json> => {
    const query = new URLSearchParams(filter as Record<string, string>)
    const answer = await actor.get(`/api/v1/sales/${path}?${query}`)
    expect(answer.status).toBe(200)
    return answer.body
  }
  const analytics = (filter: object = {}, actor = on().admin) => ask('analytics', filter, actor)

  it('shows totals, averages and counts of all years and of each, with the growth', async () => {
    const { totals } = await analytics()
    const { records, invoices, qty, amount, customers_known, items_by_name } = expected.totals
    expect(totals).toMatchObject({
      lines: records,
      orders: invoices,
      quantity: qty,
      revenue: amount,
      customers: customers_known,
      products: items_by_name,
      averagePerLine: expected.totals.avg_amount_per_record,
      averagePerOrder: expected.totals.avg_amount_per_invoice,
    })
    for (const year of expected.analytics) {
      const shown = await analytics({ year: year.year })
      expect(shown.totals).toMatchObject({ orders: year.invoices, quantity: year.qty, revenue: year.amount })
      // A code is one customer, though it may have two names in a year.
      expect(shown.totals.customers).toBe(year.customers_known)
      expect(shown.totals.ordersPerCustomer).toBe(Number(year.avg_invoices_per_known_customer))
      // D1 compares the months of the newest year that are over; the file compares whole years.
      if (shown.comparison.months.length === 12)
        expect(shown.totals.quantityGrowth).toBe(Number(year.qty_growth_pct))
    }
  })

  it('shows each quarter of each year', async () => {
    for (const { year, quarter, records, invoices, qty, amount } of expected.by_quarter) {
      const figures = { quantity: qty, amount, lines: records, orders: invoices }
      const whole = await analytics({ year })
      expect(whole.quarters[quarter - 1]).toMatchObject(figures)
      const { totals } = await analytics({ year, quarter })
      expect(totals).toMatchObject({ quantity: qty, revenue: amount, lines: records, orders: invoices })
    }
  })

  it('shows the top products and customers by revenue', async () => {
    for (const [list, names, key] of [
      ['topProducts', expected.top10_item_names_by_amount, 'product'],
      ['topCustomers', expected.top10_customers_by_amount, 'customer'],
    ] as const)
      for (const [year, rows] of Object.entries(names)) {
        const shown = await analytics(year === 'all' ? {} : { year })
        expect(shown[list].map((row: Json) => [row[key], row.quantity, row.amount])).toEqual(
          (rows as Ranked[]).map(({ name, customer, qty, amount }) => [name ?? customer, qty, amount]),
        )
      }
  })

  it('finds what the search is for', async () => {
    for (const { term, records, invoices, qty, amount } of expected.search) {
      const { totals } = await analytics({ search: term })
      expect(totals).toMatchObject({ lines: records, orders: invoices, quantity: qty, revenue: amount })
    }
  })

  it('shows each month in the trend, and opens its lines', async () => {
    const { trend } = await analytics()
    const months = new Map(trend.months.map((m: Json) => [`${m.year}-${m.month}`, m]))
    for (const { year, month, qty, amount } of expected.by_year_month)
      expect(months.get(`${year}-${month}`)).toMatchObject({ quantity: qty, amount })
    const { year, month, qty, amount } = expected.by_year_month.at(-1)
    expect((await ask('lines', { year, month, limit: 1 })).sums).toMatchObject({ quantity: qty, amount })
  })

  it('compares two years as both are', async () => {
    const [before, now] = expected.by_year.slice(-2)
    const whole = (year: number) => [`${year}-01`, `${year}-12`]
    const [from, to] = whole(now.year)
    const [againstFrom, againstTo] = whole(before.year)
    const { totals } = await ask('comparison', { from, to, againstFrom, againstTo })
    expect([totals.figures.quantity.previous, totals.figures.quantity.current]).toEqual([before.qty, now.qty])
    expect([totals.figures.revenue.previous, totals.figures.revenue.current]).toEqual([
      before.amount,
      now.amount,
    ])
    expect([totals.orders.previous, totals.orders.current]).toEqual([before.invoices, now.invoices])
  })

  it('shows each client its own figures and months in the place of customers', async () => {
    const { members, known } = on()
    for (const { code, year, figures } of [...known.values()].flat()) {
      const filter = year === undefined ? {} : { year }
      const { totals, topCustomers, topMonths } = await analytics(filter, members.get(code))
      expect([totals.lines, totals.orders, totals.quantity, totals.revenue, totals.customers]).toEqual([
        figures.records,
        figures.invoices,
        figures.qty,
        figures.amount,
        1,
      ])
      expect([topCustomers.length, topMonths.length > 0]).toEqual([0, true])
    }
  })
}

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectedAnalytics, expectedComparison, yearsToDate } from '../../test/support/analytics-oracle.ts'
import { expectedCurrent } from '../../test/support/current-sales-oracle.ts'
import { size } from '../../test/support/form.ts'
import type { TestLine } from '../../test/support/sales-lines.ts'
import { amount, expectedHistory, groups } from '../../test/support/sales-oracle.ts'
import {
  asCurrentSale,
  calendarOf,
  clientsOf,
  drawnClients,
  type Figures,
  fileOf,
  lineOf,
  type OfClient,
  readExpected,
  readRecords,
  type TrialRecord,
} from '../../test/support/trial-sales.ts'
import { aPage, open } from '../support/browser.ts'
import { type Person, type Portal, startPortal } from '../support/portal.ts'
import { cells, chartFigures, panel, plain, sums } from '../support/sales.ts'
import {
  readsAnalytics,
  readsCurrent,
  readsCurrentMonths,
  readsHistory,
  whole,
} from '../support/sales-screens.ts'

/** The sets by the day that reports are pinned to; loading the large one takes its time, so a long run alone has it. */
const SETS = [
  ['scms', '2025-08-31'],
  ['online_retail_y1', '2024-11-30'],
] as const
const CLIENTS = size(1, 8)
const BATCH = 20_000
const MONTHS = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

describe.each(SETS.slice(0, size(1, SETS.length)))('the lines of %s', (set, day) => {
  const expected = readExpected(set)
  const tenants = new Map<string, number>()
  const people = new Map<string, Person>()
  let records: TrialRecord[] = []
  let known: Map<string, OfClient[]>
  let portal: Portal
  let administrator: Person

  beforeAll(async () => {
    portal = await startPortal({ REPORTING_AS_OF: day })
    known = drawnClients(set, await clientsOf(set), CLIENTS)
    for (const code of known.keys()) {
      const tenant = await portal.aTenant({ clientCode: code, currency: 'CAD' })
      tenants.set(code, tenant)
      people.set(code, await portal.aPerson({ tenants: [tenant] }))
    }
    administrator = await portal.aPerson({ administrator: true })
    // The history comes as a command, the lines of orders by HTTP.
    await portal.command('import', 'sales-history', fileOf(set))
    for await (const record of readRecords(`sales/${set}.csv.gz`)) records.push(record)
    for (let at = 0; at < records.length; at += BATCH)
      await portal.ingest('current-sales', records.slice(at, at + BATCH).map(asCurrentSale))
  }, 600_000)
  afterAll(() => portal?.close())

  /** All three screens of somebody, held against the lines that are theirs. */
  async function readsAll(
    page: Page,
    own: readonly TestLine[],
    all: readonly TestLine[],
    oneClient: boolean,
  ) {
    const calendar = calendarOf(all, day)
    const { currentYear: year, throughMonth } = calendar
    await open(page, '/sales')
    await readsHistory(page, expectedHistory(own, {}, 'CAD', year))
    await open(page, '/current-sales')
    await readsCurrent(page, expectedCurrent(own, {}, 'CAD', { year, throughMonth, day }))
    await readsCurrentMonths(page, expectedCurrent(own, {}, 'CAD', { year, throughMonth, day }))
    await open(page, '/sales-analytics')
    const { toDate, before } = yearsToDate(calendar)
    await readsAnalytics(
      page,
      expectedAnalytics(own, {}, calendar, 'CAD', oneClient),
      expectedComparison(own, toDate, before, oneClient),
      monthsOf(own, toDate[1]),
    )
  }

  const linesOf = (now: readonly TrialRecord[]) => now.map((record) => lineOf(record, tenants))

  test('are what the administrator reads on all three screens', async () => {
    const page = await aPage(portal, { as: administrator })
    const lines = linesOf(records)
    await readsAll(page, lines, lines, false)
  })

  test('are what was known of them beforehand', async () => {
    const page = await aPage(portal, { as: administrator, at: '/sales' })
    const { totals, by_year, by_month_all_years, top10_item_names_by_qty, product_year_matrix_top20 } =
      expected
    await expectTotals(page, totals)
    const years = await cells(panel(page, 'Yearly Summary'))
    expect(years.map((row) => row.map(plain)).reverse()).toEqual(
      by_year.map((one: Figures & { year: number }) => [String(one.year), String(one.qty), one.amount]),
    )
    expect((await chartFigures(page, 'Monthly Quantity Trend')).map(([, figure]) => figure)).toEqual(
      by_month_all_years.map(({ qty }: Figures) => String(qty)),
    )
    expect(await chartFigures(page, 'Top 10 Products by Quantity')).toEqual(
      top10_item_names_by_qty.all.map(({ name, qty }: Figures & { name: string }) => [name, String(qty)]),
    )
    const rows = new Map(
      (await cells(page.getByRole('grid'))).map(([product = '', ...row]) => [product, row.map(plain)]),
    )
    const shown = (await page.getByRole('grid').locator('thead th').allInnerTexts()).slice(1, -1)
    let compared = 0
    // Names of the small set stand for one item number each, which the matrix is keyed by.
    for (const { name, qty, yoy_qty } of set === 'scms' ? product_year_matrix_top20 : []) {
      if (!rows.has(name)) continue
      compared += 1
      const figures = shown.map((year, at) => {
        // The window's first year has no year before it.
        const change = at === 0 || yoy_qty[year] === '-' ? '–' : `${yoy_qty[year]}%`
        return `${qty[year]}\n${change}`
      })
      const total = shown.reduce((sum, year) => sum + (qty[year] ?? 0), 0)
      expect(rows.get(name), name).toEqual([...figures, String(total)])
    }
    if (set === 'scms') expect([rows.size, compared > 15]).toEqual([20, true])

    for (const { term, ...found } of expected.search) {
      await open(page, `/sales?search=${encodeURIComponent(term)}`)
      await expectTotals(page, found)
    }

    await open(page, '/current-sales')
    const top = expected.top10_item_names_by_amount.all as (Figures & { name: string })[]
    const best = top.map((one) => [one.name, whole(one.amount)])
    expect(await chartFigures(page, 'Top 10 Products by Revenue')).toEqual(best)
    await open(page, '/sales-analytics')
    expect(await chartFigures(page, 'Top 10 Products by Revenue')).toEqual(best)
    expect(await chartFigures(page, 'Top 10 Customers by Revenue')).toEqual(
      expected.top10_customers_by_amount.all.map((one: Figures & { customer: string }) => [
        one.customer,
        whole(one.amount),
      ]),
    )
  })

  test('are each client’s own and no other’s', async () => {
    const lines = linesOf(records)
    const of = groups(lines, ({ tenantId }) => tenantId)
    for (const [code, tenant] of tenants) {
      const page = await aPage(portal, { as: people.get(code) as Person, at: '/sales' })
      const rows = known.get(code) ?? []
      const figuresOf = (wanted: number | undefined) => rows.find(({ year }) => year === wanted)?.figures
      await expectTotals(page, figuresOf(undefined) as Figures)
      const years = await cells(panel(page, 'Yearly Summary'))
      expect(
        years.map((row) => row.map(plain)),
        code,
      ).toEqual(
        rows
          .flatMap(({ year, figures: { qty, amount: of } }) => (year ? [{ year, qty, of }] : []))
          .sort((one, other) => other.year - one.year)
          .map(({ year, qty, of }) => [String(year), String(qty), of]),
      )
      await readsAll(page, of.get(tenant) ?? [], lines, true)
      await page.context().close()
    }
  })

  test('are others once a year was replaced', async () => {
    const [year, month] = [String(Number(day.slice(0, 4)) - 1), 12]
    const [code, tenant] = [...tenants][0] as [string, number]
    // Every third line of a month is gone, and the rest is the client's and costs another amount. The month may be a large
    // part of the year, and it is meant.
    const replaced = records
      .filter((record) => record.Year === year)
      .filter((record, at) => Number(record.Month) !== month || at % 3 > 0)
      .map((record) =>
        Number(record.Month) === month ? { ...record, 'Client Code': code, Amount: '12.34' } : record,
      )
    await portal.ingest(`sales-history?mode=replace&scope=${year}&confirm=true`, replaced)
    await portal.ingest(`current-sales?mode=replace&scope=${year}&confirm=true`, replaced.map(asCurrentSale))
    records = [...records.filter((record) => record.Year !== year), ...replaced]
    const lines = linesOf(records)
    const page = await aPage(portal, { as: administrator })
    await readsAll(page, lines, lines, false)
    const own = lines.filter(({ tenantId }) => tenantId === tenant)
    await readsAll(await aPage(portal, { as: people.get(code) as Person }), own, lines, true)
  })
})

/** The months of the trend, from the first with lines without gaps, with their revenue; its table has all of them. */
function monthsOf(lines: readonly TestLine[], newest: number): [string, string][] {
  const months = groups(lines, ({ year, month }) => year * 12 + month - 1)
  const last = Math.max(newest, ...months.keys())
  const first = Math.min(...months.keys())
  return Array.from({ length: last - first + 1 }, (_, at): [string, string] => {
    const month = first + at
    const name = MONTHS.format(Date.UTC(2024, month % 12, 1))
    return [`${name} ${Math.floor(month / 12)}`, amount(months.get(month) ?? [])]
  })
}

/** The lines behind all of it, to the cent. */
async function expectTotals(page: Page, { records, qty, amount: of }: Figures) {
  await page.getByRole('button', { name: /^Total Quantity/ }).click()
  const { shown, sum } = await sums(page)
  const figures = [String(qty), of, String(records)]
  expect([shown, sum]).toEqual([figures, figures])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

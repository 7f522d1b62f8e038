import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ExpectedCurrent } from '../../test/support/current-sales-oracle.ts'
import type {
  CurrentSales,
  SalesAnalytics,
  SalesComparison,
  SalesHistory,
} from '../../test/support/sales-shapes.ts'
import { settled } from './browser.ts'
import { cards, cells, chartFigures, chartTable, panel, plain } from './sales.ts'

/** Every figure of a sales screen, read from the page and held against what it must be. */

/** Rounded half away from zero, by the digits: the way cards and charts show an exact amount. */
export const whole = (amount: string) => {
  const up = Number(amount.slice(-2)) >= 50 ? 1n : 0n
  const size = BigInt(amount.replace('-', '').slice(0, -3)) + up
  return `${amount.startsWith('-') ? '-' : ''}${size}`
}
const count = (quantity: number) => String(Math.sign(quantity) * Math.round(Math.abs(quantity)))
const exact = (quantity: number) => String(Number(quantity.toFixed(3)))
const grown = (change: number | null, trend?: string) =>
  change === null ? '–' : trend === 'new' ? 'new' : `${change > 0 ? '+' : ''}${change.toFixed(1)}%`
const grouped = (figure: number) => figure.toLocaleString('en')
/** A cell of growth ends with its trend, for whoever cannot see its colour. */
const growthIn = (cell: string) => plain(cell).replace(/%.*$/s, '%')
/** As a page shows a name: several spaces are one. */
const name = (text: string) => text.replace(/\s+/g, ' ').trim()
const named = (rows: string[][]) => rows.map(([first = '', ...figures]) => [name(first), ...figures])

export async function readsHistory(
  page: Page,
  { totals, years, months, topProducts, evolution }: Omit<SalesHistory, 'dataVersion' | 'asOf'>,
  /** What a filter, or a year that is not over, leaves out of the months. */
  isLeftOut: (month: number) => boolean = () => false,
) {
  await settled(page)
  expect(await cards(page)).toEqual({
    'Total Quantity': count(totals.quantity),
    'Total Sales': whole(totals.amount),
    'Average per line': whole(totals.averagePerLine),
    'Average per order': whole(totals.averagePerOrder),
  })
  const card = await page.getByRole('button', { name: /^Total Quantity/ }).innerText()
  expect(card).toContain(`${grouped(totals.orders)} order`)
  await page.getByText(new RegExp(`^Loaded ${grouped(totals.lines)} sales records? · updated`)).waitFor()
  expect((await cells(panel(page, 'Yearly Summary'))).map((row) => row.map(plain))).toEqual(
    [...years].reverse().map(({ year, quantity, amount }) => [String(year), exact(quantity), amount]),
  )
  const ofYear = (year: number) => years.find((one) => one.year === year)
  const inWindow = evolution.years.some((year) => ofYear(year)) ? evolution.years : []
  expect(await chartFigures(page, 'Quantity per Year')).toEqual(
    inWindow.map((year) => [String(year), count(ofYear(year)?.quantity ?? 0)]),
  )
  expect(await chartFigures(page, 'Sales per Year')).toEqual(
    inWindow.map((year) => [String(year), whole(ofYear(year)?.amount ?? '0.00')]),
  )
  expect((await chartFigures(page, 'Monthly Quantity Trend')).map(([, quantity]) => quantity)).toEqual(
    totals.lines === 0 ? [] : months.map(({ month, quantity }) => (isLeftOut(month) ? '–' : count(quantity))),
  )
  expect(named(await chartFigures(page, 'Top 10 Products by Quantity'))).toEqual(
    topProducts.map(({ product, quantity }) => [name(product), count(quantity)]),
  )
  const table = panel(page, /^Product Quantity Evolution/).getByRole('grid')
  expect(named((await cells(table)).map(([product = '', ...row]) => [product, ...row.map(plain)]))).toEqual(
    evolution.products.map(({ product, quantities, changes, total }) => [
      name(product),
      ...quantities.map((quantity, at) => `${exact(quantity)}\n${grown(changes[at] ?? null)}`),
      exact(total),
    ]),
  )
}

export async function readsCurrent(
  page: Page,
  { totals, ytd, months, topProducts, comparison }: ExpectedCurrent,
) {
  await settled(page)
  const shown = await cards(page)
  expect([shown['Total Revenue'], shown['Total Quantity']]).toEqual([
    whole(totals.revenue),
    count(totals.quantity),
  ])
  const card = async (label: string) =>
    plain(await page.getByRole('button', { name: label }).first().innerText())
  const revenue = await card('Total Revenue')
  expect(revenue).toContain(`${whole(totals.averagePerOrder)} per order`)
  expect(revenue).toContain(`${whole(totals.averagePerLine)} per line`)
  const quantity = await card('Total Quantity')
  expect(quantity).toContain(`${totals.orders} order`)
  expect(quantity).toContain(`${totals.lines} sales line`)
  await page.getByText(new RegExp(`^Loaded ${grouped(totals.lines)} current sales records? · `)).waitFor()
  const sides = panel(page, /^YTD Growth/)
  expect(
    await sides
      .getByRole('button', { name: /^(Quantity|Revenue) / })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? '')),
  ).toEqual(
    (['quantity', 'revenue'] as const).flatMap((unit) =>
      (['previous', 'current'] as const).map((side, at) => {
        const figure =
          unit === 'quantity'
            ? grouped(Number(count(ytd.quantity[side])))
            : `$${grouped(Number(whole(ytd.revenue[side])))}`.replace('$-', '-$')
        return `${unit === 'quantity' ? 'Quantity' : 'Revenue'} ${ytd.years[at]}: ${figure}`
      }),
    ),
  )
  const growths = await sides.locator('[data-trend]').allInnerTexts()
  expect(growths.map(growthIn)).toEqual(
    [ytd.quantity, ytd.revenue].map(({ growth, trend }) => grown(growth, trend)),
  )
  expect(named(await chartFigures(page, 'Top 10 Products by Revenue'))).toEqual(
    topProducts.map(({ product, revenue }) => [name(product), whole(revenue)]),
  )
  const ofYears = (await panel(page, 'Monthly Revenue Trend').innerText()).includes(ytd.years.join('–'))
  const sold = ofYears ? ytd.months.flatMap(revenuesOf) : months.map(({ revenue }) => revenue)
  expect((await chartFigures(page, 'Monthly Revenue Trend')).length).toBe(
    sold.some((revenue) => Number(revenue) !== 0) ? months.length : 0,
  )
  const grid = page.getByRole('grid', { name: 'Product Performance Comparison' })
  expect(
    (await cells(grid)).map(([product = '', ...row]) => [
      product.split('\n').map(name),
      ...row.map((cell) => (cell.includes('%') ? growthIn(cell) : plain(cell))),
    ]),
  ).toEqual(
    comparison.map((sku) => [
      [name(sku.product), name(sku.code)],
      exact(sku.previous.quantity),
      exact(sku.current.quantity),
      grown(sku.quantityGrowth, sku.quantityTrend),
      sku.previous.revenue,
      sku.current.revenue,
      grown(sku.revenueGrowth, sku.trend),
    ]),
  )
}

type YtdMonth = CurrentSales['ytd']['months'][number]
const revenuesOf = ({ previous, current }: YtdMonth) => [previous.revenue, current?.revenue ?? '0']

/** The months of both compared years, from the chart's table, which stays open; without revenue in them the chart says so. */
export async function readsCurrentMonths(page: Page, { ytd }: Pick<ExpectedCurrent, 'ytd'>) {
  if (!ytd.months.flatMap(revenuesOf).some((revenue) => Number(revenue) !== 0)) {
    await panel(page, 'Monthly Revenue Trend').getByText('No monthly data available').waitFor()
    return
  }
  const table = await chartTable(page, 'Monthly Revenue Trend')
  expect(table.map(([, ...figures]) => figures)).toEqual(
    ytd.months.map(({ previous, current }) => [
      current ? whole(current.revenue) : '–',
      whole(previous.revenue),
    ]),
  )
}

type Analytics = Omit<SalesAnalytics, 'dataVersion' | 'asOf' | 'trend'>
type Compared = Pick<SalesComparison, 'totals' | 'products' | 'customers'>
type Figures = Compared['totals']['figures']

/** With its charts read as tables, which stay open. `months`: revenue of each month of the trend, by its name. */
export async function readsAnalytics(
  page: Page,
  { totals, comparison, quarters, topProducts, topCustomers, topMonths }: Analytics,
  compared: Compared,
  months: readonly (readonly [month: string, amount: string])[],
) {
  await settled(page)
  const card = async (label: string) => {
    const box = page
      .getByRole('main')
      .locator('[data-span] > :is(button, div:has(> button))')
      .filter({ hasText: label })
    return (await box.innerText()).split('\n').map(plain)
  }
  const expectCard = async (label: string, figure: string, ...beneath: string[]) => {
    const [, shown, ...lines] = await card(label)
    expect([label, shown]).toEqual([label, figure])
    for (const text of beneath) expect(lines.join(' '), label).toContain(text)
  }
  const growth = (of: 'quantity' | 'revenue') =>
    comparison.months.length > 0 ? [grown(comparison[of].growth, comparison[of].trend)] : []
  await expectCard('Total Quantity', count(totals.quantity), ...growth('quantity'))
  await expectCard(
    'Total Revenue',
    whole(totals.revenue),
    `average ${whole(totals.averagePerLine)} per line ${whole(totals.averagePerOrder)} per order`,
    ...growth('revenue'),
  )
  await expectCard('Unique Customers', String(totals.customers), `${totals.products} product`)
  await expectCard(
    'Total Orders',
    String(totals.orders),
    `average ${exact(totals.ordersPerCustomer)} per customer`,
    `${totals.lines} sales line`,
  )
  await page.getByText(new RegExp(`^Loaded ${grouped(totals.lines)} sales records? · `)).waitFor()
  for (const { quarter, quantity, amount, orders, comparison: against } of quarters)
    await expectCard(
      `Q${quarter} `,
      whole(amount),
      `${count(quantity)} units · ${orders} order`,
      ...(against ? [grown(against.revenue.growth, against.revenue.trend)] : []),
    )
  expect(named(await chartTable(page, 'Top 10 Products by Revenue'))).toEqual(
    topProducts.map(({ product, quantity, amount }) => [name(product), whole(amount), count(quantity)]),
  )
  expect(
    topMonths
      ? (await chartTable(page, 'Top 10 Months by Revenue')).map((row) => row.slice(1))
      : named(await chartTable(page, 'Top 10 Customers by Revenue')),
  ).toEqual(
    topMonths
      ? topMonths.map(({ quantity, amount }) => [whole(amount), count(quantity)])
      : topCustomers.map(({ customer, quantity, amount }) => [
          name(customer),
          whole(amount),
          count(quantity),
        ]),
  )
  // Behind the months stand those of the forecast, which are not of the file.
  const trend = await chartTable(page, 'Monthly Trend: Revenue')
  const heads = await panel(page, 'Monthly Trend: Revenue').locator('thead th').allInnerTexts()
  const columns = heads.flatMap((head, at) =>
    /^(Revenue|To date|Dated in the future)/.test(head) ? [at] : [],
  )
  const revenueOf = (row: string[]) => columns.map((at) => row[at]).find((figure) => figure !== '–')
  expect(trend.map((row) => [row[0], revenueOf(row)]).filter(([, figure]) => figure !== undefined)).toEqual(
    months.map(([month, amount]) => [month, whole(amount)]),
  )

  const rowOf = (label: string, { revenue, quantity }: Figures) => [
    name(label),
    ...[revenue.current, revenue.previous, grown(revenue.growth, revenue.trend)],
    ...[exact(quantity.current), exact(quantity.previous), grown(quantity.growth, quantity.trend)],
  ]
  const table = async (label: string) => {
    const rows = await cells(page.getByRole('region', { name: label, exact: true }).locator('table').first())
    return named(
      rows.map(([first = '', ...row]) => [
        first,
        ...row.map((cell) => (cell.includes('%') ? growthIn(cell) : plain(cell))),
      ]),
    )
  }
  expect(await table('Totals')).toEqual([rowOf('Total', compared.totals.figures)])
  for (const [label, list] of [
    ['Products compared', compared.products],
    ['Customers compared', compared.customers],
  ] as const)
    if (list)
      expect(await table(label)).toEqual([
        ...list.items.map((item) => rowOf(item.name, item.figures)),
        ...(list.others > 0
          ? [rowOf(`${grouped(list.others)} other${list.others > 1 ? 's' : ''}`, list.rest)]
          : []),
      ])
  const counted = panel(page, 'Compare two periods').locator('li')
  expect((await counted.allInnerTexts()).map((text) => growthIn(name(text)))).toEqual(
    (['orders', 'lines', 'customers', 'products'] as const).map((of) => {
      const { current, previous, growth, trend } = compared.totals[of]
      const label = { orders: 'Orders', lines: 'Sales lines', customers: 'Customers', products: 'Products' }[
        of
      ]
      return `${label} ${current} / ${previous} ${grown(growth, trend)}`
    }),
  )
}

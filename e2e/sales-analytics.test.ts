import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, beyondTheEdge, open, settled } from './support/browser.ts'
import { focused, pressKeys, tabTo } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import {
  askSales,
  cells,
  chartTable,
  currentSalesRows,
  drawer,
  panel,
  plain,
  salesRows,
  sums,
} from './support/sales.ts'

let portal: Portal
let buyer: Person
let newcomer: Person
let withoutSales: Person
beforeAll(async () => {
  portal = await startPortal({ REPORTING_AS_OF: '2025-08-31' })
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH', currency: 'CAD' })
  const empty = await portal.aTenant({ name: 'Just Begun', currency: 'CAD' })
  const blind = await portal.aTenant({ name: 'Figures Only', clientCode: 'FO', currency: 'CAD' })
  await portal.ingest('sales-history', [...salesRows('NH'), ...salesRows('FO')])
  await portal.ingest('current-sales', currentSalesRows('NH'))
  await portal.database(`insert into portal.tenant_module_visibility values ($1, 'sales', false)`, [blind])
  buyer = await portal.aPerson({ tenants: [own] })
  newcomer = await portal.aPerson({ tenants: [empty] })
  withoutSales = await portal.aPerson({ tenants: [blind] })
})
afterAll(() => portal?.close())

const at = '/sales-analytics'
const card = (page: Page, label: string) =>
  page.getByRole('main').locator('[data-span]').filter({ hasText: label }).locator('button').first()
const quarter = (page: Page, name: RegExp) =>
  page.getByLabel('Quarter', { exact: true }).getByRole('button', { name })
const whole = (amount: string) => String(Math.round(Number(amount)))

describe('the screen', () => {
  test('shows what the API answers, with its growth, its trend and how the forecast was made', async () => {
    const page = await aPage(portal, { as: buyer, at })
    const { totals, topMonths, trend, quarters } = await askSales(page, 'analytics')
    const shown = async (label: string) => plain((await card(page, label).innerText()).split('\n')[1] ?? '')
    expect([
      await shown('Total Revenue'),
      await shown('Total Orders'),
      await shown('Unique Customers'),
    ]).toEqual([whole(totals.revenue), String(totals.orders), '1'])
    expect(await card(page, 'Total Revenue').locator('..').innerText()).toContain('2025 vs 2024, Jan–Aug')
    expect(await shown('Q2 Apr–Jun')).toBe(whole(quarters[1].amount))
    // One client code: the months in the place of the customers.
    const best = await chartTable(page, 'Top 10 Months by Revenue')
    expect(best.map((row) => row[1])).toEqual(topMonths.map((one: { amount: string }) => whole(one.amount)))
    const months = await chartTable(page, 'Monthly Trend: Revenue')
    expect(months.length).toBe(92 + 6)
    expect(months.at(-7)?.slice(0, 2)).toEqual(['August 2025', whole(trend.months.at(-1).amount)])
    expect(months.at(-1)?.[0]).toBe('February 2026')
    const { error } = trend.forecast.amount.backTest
    await page.getByText(`the error was ${error.toFixed(1)}%`).waitFor()
  })

  test('follows year and quarter, which stand in the address, and the back key closes the lines', async () => {
    const page = await aPage(portal, { as: buyer, at })
    await page.getByLabel('Year', { exact: true }).selectOption('2024')
    await quarter(page, /^Q2/).click()
    await expect.poll(() => page.url().slice(portal.url.length)).toBe(`${at}?year=2024&quarter=2`)
    await settled(page)
    await page.getByText('Choose all years and all quarters').waitFor()
    const { totals } = await askSales(page, 'analytics?year=2024&quarter=2')
    await card(page, 'Total Orders').click()
    const { sum, verdict } = await sums(page)
    expect(verdict).toBe('The lines add up to the figure')
    expect(sum).toEqual([String(totals.quantity), totals.revenue, String(totals.lines)])
    await page.goBack()
    await drawer(page).waitFor({ state: 'detached' })
  })

  test('opens the lines of a quarter, a product, a month of a product, and either of two periods', async () => {
    const page = await aPage(portal, { as: buyer, at: `${at}?product=Zinc+picolinate+15+mg&year=2023` })
    const mark = (title: string, name: RegExp) =>
      panel(page, title).locator('svg').getByRole('button', { name }).first()
    const compared = panel(page, 'Products compared').getByRole('button')
    for (const figure of [
      card(page, 'Q3 Jul–Sep'),
      mark('Top 10 Products by Revenue', /^AGH/),
      mark('Monthly Trend: Revenue', /^May 2023/),
      compared.filter({ hasText: '$' }).nth(0),
      compared.filter({ hasText: '$' }).nth(1),
    ]) {
      await figure.click()
      const { shown, sum, verdict } = await sums(page)
      expect(verdict).toBe('The lines add up to the figure')
      expect(shown.slice(0, 2)).toEqual(sum.slice(0, 2))
      await page.keyboard.press('Escape')
      await drawer(page).waitFor({ state: 'detached' })
    }
  })

  test('a change opens the lines of both its sides, an average those of its months, by keyboard too', async () => {
    const page = await aPage(portal, { as: buyer, at })
    const { comparison } = await askSales(page, 'analytics')
    const change = page.getByRole('button', { name: /^Total Revenue: / })
    await change.focus()
    await pressKeys(page, 'Enter')
    const { sum, more, verdict } = await sums(page)
    const { growth } = comparison.revenue
    const percent = `${growth > 0 ? '+' : ''}${growth.toFixed(1)}%`
    expect(verdict).toBe('The lines add up to the figure')
    expect(sum[1]).toBe(comparison.revenue.current)
    expect(more).toEqual([
      ['Amount, Jan 2025–Aug 2025', comparison.revenue.current, comparison.revenue.current],
      ['Amount, Jan 2024–Aug 2024', comparison.revenue.previous, comparison.revenue.previous],
      ['Change', percent, percent],
    ])
    const years = () =>
      cells(page.getByRole('dialog').locator('table').last()).then(
        (rows) => new Set(rows.map(([year]) => year)),
      )
    expect(await years()).toEqual(new Set(['2025']))
    const before = page.getByRole('button', { name: 'Lines of Jan 2024–Aug 2024' })
    await before.click()
    await settled(page)
    expect(await before.getAttribute('aria-pressed')).toBe('true')
    expect(await years()).toEqual(new Set(['2024']))
    await axe(page)
    await pressKeys(page, 'Escape')
    await drawer(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toContain('Total Revenue: ')

    const box = panel(page, 'Monthly Trend: Revenue')
    await box.getByRole('button', { name: 'View as table' }).click()
    const row = box.getByRole('row').filter({ hasText: 'March 2025' })
    await row.getByRole('button').nth(2).click()
    const average = await sums(page)
    expect(average.verdict).toBe('The lines add up to the figure')
    expect(average.more.map(([name]) => name)).toEqual([
      'Quantity, average of 12 months',
      'Amount, average of 12 months',
    ])
    expect(Math.round(Number(average.sum[1]) / 0.12) / 100).toBeCloseTo(Number(average.more[1]?.[2]), 2)
    expect(page.url()).toContain('lines=average-2025-03')
  })

  test('counts of orders, customers and products stand beside those of the lines', async () => {
    const page = await aPage(portal, { as: buyer, at })
    const { totals } = await askSales(page, 'analytics')
    await card(page, 'Unique Customers').click()
    const { more, verdict } = await sums(page)
    expect(verdict).toBe('The lines add up to the figure')
    const both = (name: string, figure: string | number) => [name, String(figure), String(figure)]
    expect(more).toEqual([
      both('Orders', totals.orders),
      both('Customers', totals.customers),
      both('Products', totals.products),
      both('Average per line', totals.averagePerLine),
      both('Average per order', totals.averagePerOrder),
      both('Orders per customer', totals.ordersPerCustomer),
    ])
  })

  test('compares two periods of one’s own, which stand in the address', async () => {
    const page = await aPage(portal, { as: buyer, at })
    await panel(page, 'Compare two periods')
      .getByRole('button', { name: 'Last 3 months', exact: true })
      .click()
    await expect
      .poll(() => page.url())
      .toContain('from=2025-06&to=2025-08&againstFrom=2025-03&againstTo=2025-05')
    await page.getByLabel('Compare with, from').selectOption('2024-01')
    await expect.poll(() => page.url()).toContain('againstFrom=2024-01')
    await settled(page)
    const address = new URL(page.url()).search
    const { totals } = await askSales(page, `comparison${address}`)
    const table = page.getByRole('region', { name: 'Totals' }).locator('table')
    const [row = []] = await cells(table)
    expect(row.slice(1, 3).map(plain)).toEqual([
      totals.figures.revenue.current,
      totals.figures.revenue.previous,
    ])
    await open(page, `${at}${address}`)
    expect((await cells(table))[0]).toEqual(row)
  })

  test('is worked by keyboard: a filter, a chart, its lines, and back to it', async () => {
    const page = await aPage(portal, { as: buyer, at })
    await tabTo(page, 'button', 'Q1 Jan–Mar')
    await pressKeys(page, 'Enter')
    await expect.poll(() => page.url()).toContain('quarter=1')
    await settled(page)
    const bars = panel(page, 'Top 10 Products by Revenue').locator('svg').getByRole('button')
    const stops = () => bars.evaluateAll((all) => all.map((bar) => (bar as SVGElement).tabIndex))
    await bars.first().focus()
    await pressKeys(page, 'End', 'ArrowUp')
    // The list is one stop, and Tab comes back to where one was.
    const many = await bars.count()
    expect(many).toBeGreaterThan(2)
    expect(await stops()).toEqual(Array.from({ length: many }, (_, at) => (at === many - 2 ? 0 : -1)))
    const chosen = await focused(page)
    expect(chosen).toContain(await bars.nth(many - 2).getAttribute('aria-label'))
    await pressKeys(page, 'Enter')
    await sums(page)
    await pressKeys(page, 'Escape')
    await drawer(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toEqual(chosen)
  })
})

describe('whoever looks', () => {
  test('a client without sales reads that there is nothing', async () => {
    const page = await aPage(portal, { as: newcomer, at })
    for (const text of ['No product data available', 'No monthly data available'])
      await page.getByText(text, { exact: true }).first().waitFor()
    await page.getByText(/^Loaded 0 sales records · updated/).waitFor()
    await axe(page)
  })

  test('a company without the module Sales sees the figures, and no way to the lines', async () => {
    const page = await aPage(portal, { as: withoutSales, at })
    await page.getByText(/^Loaded \d+ sales records/).waitFor()
    expect(
      await page
        .getByRole('main')
        .locator('[data-span] :is(button:has(strong), [data-trend]:is(button))')
        .count(),
    ).toBe(0)
    // The changes are read all the same.
    await page.locator('[data-span] [data-trend]').first().waitFor()
    expect(await page.getByRole('link', { name: 'Sales History' }).count()).toBe(0)
  })

  test.each([
    [1440, 'dark', 'en'],
    [390, 'light', 'fr-CA'],
  ] as const)('axe, and nothing beyond the edge: %i px, %s, %s', async (width, theme, lang) => {
    const page = await aPage(portal, { as: buyer })
    await page.setViewportSize({ width, height: 844 })
    await open(page, at, { theme, lang })
    await axe(page)
    expect(await beyondTheEdge(page)).toEqual([])
  })

  test('on paper as wide as a letter no chart and no table is cut', async () => {
    const page = await aPage(portal, { as: buyer })
    await page.setViewportSize({ width: 740, height: 980 })
    for (const screen of [at, '/sales', '/current-sales']) {
      await open(page, screen)
      await page.emulateMedia({ media: 'print' })
      await settled(page)
      const drawn = await page
        .locator('main svg[role="group"], main table')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right - window.innerWidth))
      expect(drawn.length, screen).toBeGreaterThan(2)
      expect(Math.max(...drawn), screen).toBeLessThanOrEqual(0)
      await page.emulateMedia({ media: 'screen' })
    }
  })
})

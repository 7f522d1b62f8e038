import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SalesHistory } from '../test/support/sales-shapes.ts'
import { axe } from './support/axe.ts'
import { aPage, open, settled } from './support/browser.ts'
import { delayRequest } from './support/delay-request.ts'
import { focused, pressKeys, tabTo } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { cards, chartFigures, chartTable, drawer, panel, salesRows, sums } from './support/sales.ts'
import { readsHistory } from './support/sales-screens.ts'

let portal: Portal
let buyer: Person
let administrator: Person
beforeAll(async () => {
  portal = await startPortal({ REPORTING_AS_OF: '2025-08-31' })
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH', currency: 'CAD' })
  await portal.aTenant({ name: 'Somebody Else', clientCode: 'SE', currency: 'CAD' })
  await portal.ingest('sales-history', [...salesRows('NH'), ...salesRows('SE'), ...salesRows('NOBODY')])
  buyer = await portal.aPerson({ tenants: [own] })
  administrator = await portal.aPerson({ administrator: true })
})
afterAll(() => portal?.close())

const history = async (page: Page, query = ''): Promise<SalesHistory> =>
  (await page.request.get(`/api/v1/sales/history${query}`)).json()

const notMarch = (month: number) => month !== 3
const pathOf = (page: Page) => page.url().slice(portal.url.length)
const yearChip = (page: Page) => page.getByLabel('Year', { exact: true })
const monthChip = (page: Page) => page.getByLabel('Month', { exact: true })

describe('the figures', () => {
  test('are those of the API, for a client and for an administrator', async () => {
    for (const as of [buyer, administrator]) {
      const page = await aPage(portal, { as, at: '/sales' })
      expect(await page.title()).toBe('Sales History · Lotline')
      const answer = await history(page)
      expect(answer.evolution.years).toEqual([2019, 2020, 2021, 2022, 2023, 2024])
      await readsHistory(page, answer)
      const banner = page.getByText(/^Loaded/)
      const records = answer.totals.lines.toLocaleString('en-CA')
      expect(await banner.innerText()).toMatch(
        new RegExp(`^Loaded ${records} sales records · updated \\d\\d:\\d\\d · data as of \\d\\d:\\d\\d$`),
      )
      expect(await page.getByRole('button', { name: /^Total Quantity/ }).innerText()).toContain(
        `${answer.totals.orders} orders · all years`,
      )
    }
  })

  test('read as tables too, and leave as files', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales' })
    for (const title of [
      'Quantity per Year',
      'Sales per Year',
      'Monthly Quantity Trend',
      'Top 10 Products by Quantity',
    ]) {
      const figures = await chartFigures(page, title)
      expect(figures.length, title).toBeGreaterThan(2)
      expect(await chartTable(page, title)).toEqual(figures)
    }
    const box = panel(page, 'Sales per Year')
    await box.getByRole('button', { name: /^Export/ }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Data (CSV)' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('sales-amount-per-year.csv')
    const { years } = await history(page)
    const rows = years.filter(({ year }) => year >= 2019 && year <= 2024)
    const text = (await (await file.createReadStream()).toArray()).join('')
    expect(text.trim().split('\r\n')).toEqual([
      'Year,Total Sales',
      ...rows.map(({ year, amount }) => `${year},${amount}`),
    ])
  })

  test('follow search, year and month, which stand in the address', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales' })
    await yearChip(page).selectOption('2023')
    await expect.poll(() => pathOf(page)).toBe('/sales?year=2023')
    await readsHistory(page, await history(page, '?year=2023'))
    await monthChip(page).selectOption('March')
    await readsHistory(page, await history(page, '?year=2023&month=3'), notMarch)
    const trend = await chartFigures(page, 'Monthly Quantity Trend')
    expect(trend.filter(([, quantity]) => quantity !== '–').map(([month]) => month)).toEqual(['March'])
    await page.getByRole('searchbox').fill('gut HEALTH')
    await expect.poll(() => pathOf(page)).toBe('/sales?year=2023&month=3&search=gut+HEALTH')
    await readsHistory(page, await history(page, '?year=2023&month=3&search=gut+HEALTH'), notMarch)

    const again = await page.context().newPage()
    await open(again, pathOf(page))
    expect(await again.getByRole('searchbox').inputValue()).toBe('gut HEALTH')
    expect([await yearChip(again).inputValue(), await monthChip(again).inputValue()]).toEqual(['2023', '3'])

    await page.getByRole('button', { name: 'Clear: Month' }).click()
    await expect.poll(() => focused(page)).toContain('combobox "Month"')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => focused(page)).toContain('searchbox "Search"')
    await expect.poll(() => pathOf(page)).toBe('/sales')
    await readsHistory(page, await history(page))
  })

  test('follow the last of two choices of one moment, and the step back from it', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales' })
    await yearChip(page).focus()
    await page.evaluate(`{
      const year = document.activeElement
      for (const value of ['2022', '2023']) {
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(year, value)
        year.dispatchEvent(new Event('change', { bubbles: true }))
      }
    }`)
    await expect.poll(() => pathOf(page)).toBe('/sales?year=2023')
    await readsHistory(page, await history(page, '?year=2023'))
    await page.getByRole('button', { name: 'Clear: Year' }).click()
    await expect.poll(() => pathOf(page)).toBe('/sales')
    expect(await yearChip(page).inputValue()).toBe('')
  })

  test('of nothing found, and a way back', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales?search=no%20such%20thing' })
    for (const text of [
      'No yearly data available',
      'No product data available',
      'No product evolution data available',
      'No sales match these filters.',
    ])
      expect(await page.getByText(text, { exact: true }).count(), text).toBeGreaterThan(0)
    expect((await cards(page))['Total Quantity']).toBe('0')
    await axe(page)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await readsHistory(page, await history(page))
  })

  test('with an address that makes no sense are all of them', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales?year=abc&month=13&currency=x&lines=nonsense' })
    await readsHistory(page, await history(page))
    expect(await drawer(page).count()).toBe(0)
  })

  test('count one currency and name the others', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales' })
    await page.getByText('Only sales in CAD are counted. There are also sales in USD.').waitFor()
    await page.getByRole('group', { name: 'Currency' }).getByRole('button', { name: 'USD' }).click()
    await page.getByText('Only sales in USD are counted. There are also sales in CAD.').waitFor()
    expect(pathOf(page)).toBe('/sales?currency=USD')
    const answer = await history(page, '?currency=USD')
    expect(answer.totals.lines).toBeLessThan(10)
    await readsHistory(page, answer)
    await page.getByRole('button', { name: /^Total Sales/ }).click()
    expect((await sums(page)).verdict).toBe('The lines add up to the figure')
  })

  test('stay, dimmed, while other ones are on their way', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales' })
    const before = await cards(page)
    const release = await delayRequest(page, '**/api/v1/sales/history?**')
    await yearChip(page).selectOption('2019')
    await page.locator('[aria-busy="true"]').first().waitFor()
    expect(await cards(page)).toEqual(before)
    expect(await page.locator('.mantine-Skeleton-root').count()).toBe(0)
    release()
    await settled(page)
    expect(await cards(page)).not.toEqual(before)
  })
})

describe('the lines behind a figure', () => {
  const figures: [string, (page: Page) => Promise<unknown>, string][] = [
    ['a card', (page) => page.getByRole('button', { name: /^Average per order/ }).click(), 'all years'],
    ['a year', (page) => panel(page, 'Yearly Summary').locator('tr', { hasText: '2020' }).click(), '2020'],
    [
      'a column',
      (page) =>
        panel(page, 'Sales per Year')
          .getByRole('button', { name: /^2021: / })
          .click(),
      '2021',
    ],
    [
      'a month',
      (page) =>
        panel(page, /^Monthly/)
          .getByRole('button', { name: /^August: / })
          .click(),
      'August, all years',
    ],
    [
      'a product',
      (page) =>
        panel(page, /^Top 10/)
          .getByRole('button', { name: /^AGH: / })
          .click(),
      'AGH, all years',
    ],
    [
      'a cell of the evolution',
      (page) => page.getByRole('row', { name: /^Zinc/ }).getByRole('button').nth(3).click(),
      'Zinc picolinate 15 mg, 2022',
    ],
    [
      'a total of the evolution',
      (page) =>
        page
          .getByRole('row', { name: /^Vitamin/ })
          .getByRole('button')
          .last()
          .click(),
      'Vitamin D3 1000 IU, 2019–2024',
    ],
  ]

  test.each(['/sales', '/sales?month=8&search=a'])(
    'add up to it, for each kind of figure: %s',
    async (at) => {
      const page = await aPage(portal, { as: buyer, at })
      for (const [kind, click, name] of figures) {
        await click(page)
        const { shown, sum, verdict } = await sums(page)
        const heading = await drawer(page).getByRole('heading').first().innerText()
        if (at === '/sales') expect(heading, kind).toBe(`Sales lines: ${name}`)
        expect(verdict, kind).toBe('The lines add up to the figure')
        expect(
          shown.map((figure, row) => (figure === '–' ? sum[row] : figure)),
          kind,
        ).toEqual(sum)
        expect(Number(sum[2]), kind).toBeGreaterThan(0)
        const foot = await drawer(page)
          .getByText(/ rows?$/)
          .innerText()
        expect(foot, kind).toMatch(new RegExp(`(^|of )${sum[2]} rows?$`))
        await pressKeys(page, 'Escape')
        await drawer(page).waitFor({ state: 'detached' })
        expect(pathOf(page)).toBe(at)
      }
    },
  )

  test('come page by page, with the columns of the source, and nobody else’s', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales?lines=total' })
    await drawer(page).waitFor()
    await settled(page)
    const table = drawer(page).getByRole('table', { name: 'Sales lines' })
    const headings = await table.locator('thead th').allInnerTexts()
    expect(headings).toEqual(
      ['Year', 'Month', 'Customer', 'Invoice No', 'Invoice Date', 'Qty Sold', 'Item No', 'Item Name'].concat(
        'Amount',
        'Unit Price',
        'Tax Code',
        'Amt_2',
      ),
    )
    const { totals } = await history(page)
    const more = drawer(page).getByRole('button', { name: 'Load more' })
    const all = drawer(page).getByText(`${totals.lines} rows`, { exact: true })
    const foot = drawer(page).getByText(/ rows?$/)
    for (let step = 0; step < 5 && (await more.count()) > 0; step++) {
      const before = await foot.innerText()
      await more.click()
      await expect.poll(() => foot.innerText()).not.toBe(before)
    }
    await all.waitFor()
    expect(await table.getAttribute('aria-rowcount')).toBe(String(totals.lines + 1))
    const invoices = await table.locator('tbody td:nth-child(4)').allInnerTexts()
    expect(new Set(invoices.filter((text) => text !== '').map((text) => text.split('-')[1]))).toEqual(
      new Set(['NH']),
    )
  })

  test('say whose they are, to those who see several clients', async () => {
    const page = await aPage(portal, { as: administrator, at: '/sales?lines=year-2024' })
    await drawer(page).waitFor()
    await settled(page)
    const table = drawer(page).getByRole('table', { name: 'Sales lines' })
    await expect.poll(() => table.locator('thead th').first().innerText()).toBe('Company')
    const companies = new Set(await table.locator('tbody td:first-child').allInnerTexts())
    expect(companies).toEqual(new Set(['Northern Harbour', 'Somebody Else', 'Not assigned']))
  })

  test('are a step in the browser’s history, and an address', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales?year=2022' })
    await page.getByRole('button', { name: /^Total Quantity/ }).click()
    await drawer(page).waitFor()
    expect(pathOf(page)).toBe('/sales?year=2022&lines=total')
    await page.goBack()
    await drawer(page).waitFor({ state: 'detached' })
    expect(pathOf(page)).toBe('/sales?year=2022')
    await expect.poll(() => focused(page)).toContain('button "Total Quantity')
    await page.goForward()
    await settled(page)
    await drawer(page)
      .getByRole('row', { name: /INV-NH-/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: /^Invoice INV-NH-/ }).waitFor()
    await page.goBack()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.goForward()
    await settled(page)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    await drawer(page).getByRole('button', { name: 'Close' }).click()
    await drawer(page).waitFor({ state: 'detached' })

    await open(page, '/sales?lines=product-AGH')
    expect((await sums(page)).verdict).toBe('The lines add up to the figure')
    await drawer(page).getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => pathOf(page)).toBe('/sales')
  })
})

test('keyboard alone: a card, a chart, a cell, a line, and back to each', async () => {
  const page = await aPage(portal, { as: buyer, at: '/sales' })
  const closed = () => drawer(page).waitFor({ state: 'detached' })
  await tabTo(page, 'button', /^Total Sales/)
  await pressKeys(page, 'Enter')
  await settled(page)
  await tabTo(page, 'region', 'Sales lines')
  await pressKeys(page, 'ArrowDown', 'ArrowDown', 'Enter')
  const line = page.getByRole('dialog', { name: /^Invoice INV-NH-/ })
  await line.waitFor()
  await pressKeys(page, 'Escape')
  await line.waitFor({ state: 'detached' })
  await expect.poll(() => drawer(page).count()).toBe(1)
  await pressKeys(page, 'Escape')
  await closed()
  await expect.poll(() => focused(page)).toContain('button "Total Sales')

  await tabTo(page, 'button', /^2019: /)
  await pressKeys(page, 'ArrowRight', 'Enter')
  await drawer(page).waitFor()
  expect(pathOf(page)).toBe('/sales?lines=year-2020')
  await pressKeys(page, 'Escape')
  await closed()
  await expect.poll(() => focused(page)).toContain('button "2020: ')

  const first = page.locator('[data-cell="0-0"]')
  await tabTo(page, 'button', (await first.innerText()).replace('\n', ' '))
  await pressKeys(page, 'ArrowDown', 'End', 'ArrowLeft', 'Enter')
  await drawer(page).waitFor()
  expect(pathOf(page)).toMatch(/^\/sales\?lines=evolution-2024-/)
  await pressKeys(page, 'Escape')
  await closed()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe('1-5')
})

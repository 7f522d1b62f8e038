import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentSales } from '../test/support/sales-shapes.ts'
import { axe } from './support/axe.ts'
import { aPage, beyondTheEdge, open } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { focused, pressKeys } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { currentSalesRows, drawer, panel, sums } from './support/sales.ts'
import { readsCurrent, readsCurrentMonths } from './support/sales-screens.ts'
import { tryAgain } from './support/try-again.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let buyer: Person
let newcomer: Person
let administrator: Person
beforeAll(async () => {
  portal = await startPortal({ REPORTING_AS_OF: '2025-08-31' })
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH', currency: 'CAD' })
  const empty = await portal.aTenant({ name: 'Just Begun', currency: 'CAD' })
  await portal.ingest('current-sales', [...currentSalesRows('NH'), ...currentSalesRows('NOBODY')])
  buyer = await portal.aPerson({ tenants: [own] })
  newcomer = await portal.aPerson({ tenants: [empty] })
  administrator = await portal.aPerson({ administrator: true })
})
afterAll(() => portal?.close())

const current = async (page: Page, query = ''): Promise<CurrentSales> =>
  (await page.request.get(`/api/v1/sales/current${query}`)).json()
const pathOf = (page: Page) => page.url().slice(portal.url.length)
const grid = (page: Page) => page.getByRole('grid', { name: 'Product Performance Comparison' })

describe('the figures', () => {
  test('are those of the API, for a client and for an administrator, with filters in the address', async () => {
    for (const as of [buyer, administrator]) {
      const page = await aPage(portal, { as, at: '/current-sales' })
      expect(await page.title()).toBe('Current Sales · Lotline')
      const answer = await current(page)
      expect(answer.comparison.map(({ trend }) => trend)).toContain('new')
      await readsCurrent(page, answer)
      await page.getByText(/^Loaded [\d,]+ current sales records · updated .* · data as of/).waitFor()
      expect(await panel(page, /^YTD/).innerText()).toContain('January to August')
    }
    const page = await aPage(portal, { as: buyer, at: '/current-sales?lines=nonsense&month=13' })
    await page.getByLabel('Year', { exact: true }).selectOption('2025')
    await page.getByLabel('Month', { exact: true }).selectOption('March')
    await page.getByRole('searchbox').fill('so-nh-1')
    await expect.poll(() => pathOf(page)).toBe('/current-sales?year=2025&month=3&search=so-nh-1')
    const found = await current(page, '?year=2025&month=3&search=so-nh-1')
    expect(found.totals.lines).toBeGreaterThan(0)
    await readsCurrent(page, found)
    expect(await panel(page, /^YTD/).innerText()).toContain('March only')
  })

  test('are not compared where no month of the filter is over', async () => {
    const page = await aPage(portal, { as: buyer, at: '/current-sales?month=11' })
    await panel(page, /^YTD/).getByText('November isn’t over yet').waitFor()
    expect(await panel(page, /^YTD/).innerText()).not.toContain('%')
    const comparison = panel(page, 'Product Performance Comparison')
    await comparison.getByText('No comparison data available').waitFor()
    expect(await comparison.innerText()).not.toContain('codes')
  })

  test('say on paper what they are filtered by', async () => {
    const page = await aPage(portal, { as: buyer, at: '/current-sales?year=2025&search=so-nh-1' })
    await page.emulateMedia({ media: 'print' })
    const filters = page.locator('search')
    for (const name of ['Year', 'Search'])
      expect(await filters.getByLabel(name, { exact: true }).isVisible(), name).toBe(true)
    expect(await filters.getByLabel('Month', { exact: true }).isVisible()).toBe(false)
    expect(await filters.getByRole('button').filter({ visible: true }).allInnerTexts()).toEqual(['CAD'])
  })

  test('leave no hole on paper, and the facts of a card are told apart', async () => {
    const page = await aPage(portal, { as: buyer, at: '/current-sales', width: 720 })
    const card = page.getByRole('button', { name: /^Total Quantity/ })
    expect(await card.innerText()).toMatch(/orders\s·\s[\d,]+ sales lines\s·\sall years$/)
    await page.emulateMedia({ media: 'print' })
    const widthOf = async (name: string | RegExp) => (await panel(page, name).boundingBox())?.width
    await expect.poll(() => widthOf(/^YTD/)).toBe(await widthOf('Product Performance Comparison'))
  })

  test('read as tables too', async () => {
    const page = await aPage(portal, { as: buyer, at: '/current-sales' })
    await readsCurrentMonths(page, await current(page))
  })

  test('are empty without sales, in French too', async () => {
    const page = await aPage(portal, { as: newcomer, at: '/current-sales' })
    for (const text of [
      'No monthly data available',
      'No product data available',
      'No comparison data available',
    ])
      await page.getByText(text, { exact: true }).waitFor()
    await axe(page)
    await open(page, '/current-sales', { lang: 'fr-CA' })
    await expectFrench(page, ['Just Begun', 'Test Person', 'TP', 'JB'])
  })

  test('that cannot be had are said in the source’s words, with a way to try again', async () => {
    const page = await aPage(portal, { as: buyer })
    expectFault(page.context(), /^500 GET \/api\/v1\/sales\/current/)
    await page.route('**/api/v1/sales/current*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        json: {
          type: 'about:blank',
          title: 'No',
          detail: 'It rests.',
          status: 500,
          code: 'internal',
          traceId: 'x',
        },
      }),
    )
    await page.goto('/current-sales')
    await page.getByText('Error loading data: Current sales error: It rests.').waitFor()
    await tryAgain(page.getByRole('button', { name: 'Try again' }).first(), '**/api/v1/sales/current*')
    await readsCurrent(page, await current(page))
  })
})

describe('the lines behind a figure', () => {
  const figures: [string, (page: Page) => Promise<unknown>, string][] = [
    ['a card', (page) => page.getByRole('button', { name: /^Total Revenue/ }).click(), 'all years'],
    [
      'a side of year-to-date',
      (page) =>
        panel(page, /^YTD/)
          .getByRole('button', { name: /^Revenue 2024/ })
          .click(),
      '2024 (January to August)',
    ],
    [
      'a month',
      (page) =>
        panel(page, /^Monthly/)
          .getByRole('button', { name: /^March/ })
          .click(),
      'March 2024–2025',
    ],
    [
      'a product',
      (page) =>
        panel(page, /^Top 10/)
          .getByRole('button', { name: /^AGH/ })
          .click(),
      'AGH, all years',
    ],
    [
      'a cell of the comparison',
      (page) => page.getByRole('row', { name: /^Zinc/ }).getByRole('button').nth(4).click(),
      'ZN-15 Zinc picolinate 15 mg, 2025 (January to August)',
    ],
    [
      'a change of the comparison',
      (page) => page.getByRole('row', { name: /^Zinc/ }).getByRole('button').last().click(),
      'ZN-15 Zinc picolinate 15 mg, 2024–2025 (January to August)',
    ],
    [
      'a change of year-to-date',
      (page) => page.getByRole('button', { name: /^Quantity: / }).click(),
      '2024–2025 (January to August)',
    ],
  ]
  test('add up to it, and the back key closes them', async () => {
    const page = await aPage(portal, { as: buyer, at: '/current-sales' })
    for (const [what, openIt, name] of figures) {
      await openIt(page)
      const { shown, sum, verdict } = await sums(page)
      expect(verdict, what).toBe('The lines add up to the figure')
      expect(shown.slice(0, 2), what).toEqual(sum.slice(0, 2))
      await drawer(page)
        .getByRole('heading', { name: `Sales lines: ${name}` })
        .waitFor()
      await page.goBack()
      await drawer(page).waitFor({ state: 'detached' })
    }
  })

  test('open by keyboard from the grid, one stop of the tab order, with the source’s columns', async () => {
    const page = await aPage(portal, { as: buyer, at: '/current-sales' })
    await grid(page).locator('[data-cell="0-0"]').focus()
    await pressKeys(page, 'ArrowDown', 'End')
    const at = await focused(page)
    await page.keyboard.press('Enter')
    expect((await sums(page)).verdict).toBe('The lines add up to the figure')
    expect(await drawer(page).locator('table').last().getByRole('columnheader').allInnerTexts()).toEqual([
      'SO',
      'Year',
      'Month',
      'Code',
      'Prod_Name',
      'Unit',
      'Qty Sent',
      'Unit Price',
      'Total',
      'Lot',
      'Account Number',
      'Customer',
    ])
    await axe(page)
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(at)
  })
})

test('on a phone each product is a card, and nothing runs over the edge', async () => {
  const page = await aPage(portal, { as: buyer, at: '/current-sales', width: 390 })
  const list = page.getByRole('list', { name: 'Product Performance Comparison' })
  const { comparison } = await current(page)
  expect(await list.getByRole('listitem').count()).toBe(comparison.length)
  expect(await beyondTheEdge(page)).toEqual([])
  await axe(page)
  await list.getByRole('button').first().click()
  expect((await sums(page)).verdict).toBe('The lines add up to the figure')
})

test('a view of it comes back, and new lines show at once', async () => {
  const page = await aPage(portal, { as: buyer, at: '/current-sales?month=2' })
  await page.getByRole('button', { name: /^Views/ }).click()
  await page.getByRole('menuitem', { name: /Save/ }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('February')
  await page.getByRole('button', { name: /^Save/ }).last().click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await open(page, '/current-sales')
  await page.getByRole('button', { name: /^Views/ }).click()
  await page.getByRole('menuitemradio', { name: 'February' }).click()
  await expect.poll(() => pathOf(page)).toContain('month=2')
  const before = (await current(page, '?month=2')).totals.lines
  await portal.ingest('current-sales', [
    { id: 'live', SO: 'LIVE', Year: 2025, Month: 2, 'Qty Sent': 1, Total: 1, 'Account Number': 'NH' },
  ])
  await page.getByText(`Loaded ${before + 1} current sales records`).waitFor()
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, beyondTheEdge, open } from './support/browser.ts'
import { delayRequest } from './support/delay-request.ts'
import { expectFault } from './support/faults.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { cards, drawer, panel, salesRows, sums } from './support/sales.ts'
import { tryAgain } from './support/try-again.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let buyer: Person
let newcomer: Person
let quality: Person
beforeAll(async () => {
  portal = await startPortal({ REPORTING_AS_OF: '2025-08-31' })
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH', currency: 'CAD' })
  const empty = await portal.aTenant({ name: 'Just Begun', currency: 'CAD' })
  await portal.ingest('sales-history', salesRows('NH'))
  buyer = await portal.aPerson({ tenants: [own] })
  newcomer = await portal.aPerson({ tenants: [empty] })
  quality = await portal.aPerson({ tenants: [own], role: 'quality_manager' })
})
afterAll(() => portal?.close())

const HISTORY = '**/api/v1/sales/history*'

/** The server answers with a problem. */
const refuse = (page: Page, address: string, detail: string) =>
  page.route(address, (route) => {
    const problem = { type: 'about:blank', title: 'Not available', detail, status: 500, code: 'internal' }
    return route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { ...problem, traceId: '4f1c9a2b77d01e35' },
    })
  })

describe('when there is nothing to show', () => {
  test('a client without sales reads the empty states, in French too', async () => {
    const page = await aPage(portal, { as: newcomer, at: '/sales' })
    const texts = [
      'No yearly data available',
      'No product data available',
      'No product evolution data available',
    ]
    for (const text of texts) await page.getByText(text, { exact: true }).first().waitFor()
    expect(Object.values(await cards(page))).toEqual(['0', '0', '0', '0'])
    await page.getByText(/^Loaded 0 sales records · updated/).waitFor()
    await axe(page)
    await open(page, '/sales', { lang: 'fr-CA' })
    await expectFrench(page, ['Just Begun', 'Test Person', 'TP', 'JB'])
  })

  test('a role without sales sees no way there, and why', async () => {
    const page = await aPage(portal, { as: quality, at: '/sales' })
    await page.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor()
    expect(await page.getByRole('link', { name: 'Sales History' }).count()).toBe(0)
  })
})

describe('when it fails', () => {
  test('the reason of the server, and everything once it answers', async () => {
    const page = await aPage(portal, { as: buyer })
    expectFault(page.context(), /^500 GET \/api\/v1\/sales\/history/)
    await refuse(page, HISTORY, 'The sums are being counted.')
    await open(page, '/sales')
    const banner = page.getByRole('alert').filter({ hasText: 'Couldn’t load data' })
    await expect
      .poll(() => banner.innerText())
      .toContain('Error loading data: Sales error: The sums are being counted.')
    await page.getByRole('heading', { name: 'Sales History' }).waitFor()
    await page.getByText('Reference for support: 4f1c9a2b77d01e35').waitFor()
    await axe(page)
    await tryAgain(page.getByRole('button', { name: 'Try again' }), HISTORY)
    await page.getByText(/^Loaded \d+ sales records/).waitFor()
    expect((await cards(page))['Total Quantity']).not.toBe('0')
  })

  test('no answer at all', async () => {
    const page = await aPage(portal, { as: buyer })
    expectFault(page.context(), /^failed GET \/api\/v1\/sales\/history/)
    await page.route(HISTORY, (route) => route.abort('connectionrefused'))
    await open(page, '/sales')
    await page.getByText('Error loading data: Failed to load sales data', { exact: true }).waitFor()
    await axe(page)
  })

  test('a refresh: what is there stays, with its time', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales' })
    const before = await cards(page)
    const refresh = page.getByRole('button', { name: 'Refresh Data', exact: true })
    expectFault(page.context(), /^500 GET \/api\/v1\/sales\/history/)
    await refuse(page, HISTORY, 'The sums are being counted.')
    await refresh.click()
    await page
      .getByText(
        /^Error loading data: Sales error: The sums are being counted\. Showing data from \d\d:\d\d\.$/,
      )
      .waitFor()
    expect(await cards(page)).toEqual(before)
    await axe(page)

    await page.unroute(HISTORY)
    const release = await delayRequest(page, HISTORY)
    await refresh.click()
    await page.getByRole('button', { name: 'Refreshing', exact: true }).waitFor()
    release()
    await refresh.waitFor()
    await page.getByText(/^Loaded/).waitFor()
  })

  test('the lines: the reason in their place, and the way back', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales' })
    expectFault(page.context(), /^500 GET \/api\/v1\/sales\/lines/)
    await refuse(page, '**/api/v1/sales/lines*', 'The lines are being moved.')
    await page.getByRole('button', { name: /^Total Quantity/ }).click()
    await drawer(page).getByText('Sales error: The lines are being moved.').waitFor()
    await axe(page)
    await tryAgain(drawer(page).getByRole('button', { name: 'Try again' }), '**/api/v1/sales/lines*')
    expect((await sums(page)).verdict).toBe('The lines add up to the figure')
  })
})

describe('for everybody', () => {
  test.each([
    { width: 1440, theme: 'light', lang: 'fr-CA' },
    { width: 1440, theme: 'dark', lang: 'en' },
    { width: 360, theme: 'light', lang: 'en' },
    { width: 360, theme: 'dark', lang: 'fr-CA' },
  ] as const)('axe, and nothing beyond the edge: $width px, $theme, $lang', async (view) => {
    const page = await aPage(portal, { as: buyer, at: '/sales', ...view })
    await axe(page)
    expect(await beyondTheEdge(page)).toEqual([])
    await page.getByRole('main').locator('[data-span] > button').first().click()
    await sums(page)
    await axe(page)
    expect(await beyondTheEdge(page)).toEqual([])
  })

  test('in French, whole: the screen, a chart as a table, the lines', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales?year=2024&search=zinc', lang: 'fr-CA' })
    await panel(page, 'Ventes par année').getByRole('button', { name: 'Afficher le tableau' }).click()
    const months = Array.from({ length: 12 }, (_, month) =>
      ['long', 'short'].map((width) =>
        new Intl.DateTimeFormat('fr-CA', { month: width as 'long', timeZone: 'UTC' }).format(
          Date.UTC(2024, month),
        ),
      ),
    ).flat()
    const data = [
      'Northern Harbour',
      'Pharmacie Côté',
      'Test Person',
      'NH',
      'TP',
      'CAD',
      'USD',
      'GST',
      /^Zinc/,
    ]
    const figures = [
      /^[\d\s.,]+ [$MGk]$/u,
      /^\p{L}+ ?\d*: [\d\s.,–]+$/u,
      /^INV-/,
      /^ZN-/,
      /^\d+ \p{L}+\.? \d{4}$/u,
    ]
    await expectFrench(page, [...data, ...figures, ...months])
    await panel(page, /^10 premiers/)
      .getByRole('button', { name: /^Zinc/ })
      .click()
    await sums(page)
    await expectFrench(page, [...data, ...figures, ...months])
  })

  test('on a phone: a figure, its lines as cards, every fact of one', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales', width: 360 })
    const card = page.getByRole('listitem').filter({ hasText: 'Zinc picolinate 15 mg' })
    await card.getByRole('button', { name: /^2023/ }).tap()
    const { sum, verdict } = await sums(page)
    expect(verdict).toBe('The lines add up to the figure')
    const lines = drawer(page).getByRole('list', { name: 'Sales lines' }).getByRole('button')
    await expect.poll(() => lines.count()).toBe(Number(sum[2]))
    await lines.first().tap()
    const sheet = page.getByRole('dialog', { name: /^Invoice INV-NH-/ })
    await sheet.waitFor()
    expect(await sheet.locator('dt').allInnerTexts()).toContain('Unit Price')
    expect(await sheet.locator('dd').allInnerTexts()).toContain('$1.0125')
    await axe(page)
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await sheet.waitFor({ state: 'detached' })
    await drawer(page).getByRole('button', { name: 'Close' }).tap()
    await drawer(page).waitFor({ state: 'detached' })
  })
})

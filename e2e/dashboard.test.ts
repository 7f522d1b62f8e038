import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, open, settled } from './support/browser.ts'
import { delayRequest } from './support/delay-request.ts'
import { expectFault } from './support/faults.ts'
import { pressKeys, tabTo } from './support/keyboard.ts'
import { orderRows } from './support/orders.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { panel, plain, salesRows } from './support/sales.ts'
import { tryAgain } from './support/try-again.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let buyer: Person
let newcomer: Person
let analyst: Person
let administrator: Person

beforeAll(async () => {
  portal = await startPortal({ REPORTING_AS_OF: '2025-08-31' })
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  await portal.aTenant({ name: 'Somebody Else', clientCode: 'SE' })
  const empty = await portal.aTenant({ name: 'Nobody Yet' })
  await portal.ingest('orders', [...orderRows('NH', 42), ...orderRows('SE', 5)])
  await portal.ingest('sales-history', salesRows('NH'))
  buyer = await portal.aPerson({ name: 'Marie Roy', tenants: [own] })
  newcomer = await portal.aPerson({ tenants: [empty] })
  analyst = await portal.aPerson({ tenants: [own], role: 'sales_analyst' })
  administrator = await portal.aPerson({ administrator: true })
})
afterAll(() => portal?.close())

/** A card is a link to the rows behind its figure. */
const card = (page: Awaited<ReturnType<typeof aPage>>, label: string) =>
  page.getByRole('region', { name: 'Key figures' }).getByRole('link', { name: new RegExp(`^${label}`) })
const api = async (page: Awaited<ReturnType<typeof aPage>>, query = '') =>
  (await page.request.get(`/api/v1/dashboard${query}`)).json()

describe('Dashboard', () => {
  test('greets, and shows every figure as the server has it', async () => {
    const page = await aPage(portal, { as: buyer, at: '/' })
    await page.getByRole('heading', { level: 1, name: 'Welcome back, Marie Roy' }).waitFor()
    await page.getByText("Here's what's happening with your account today.").waitFor()
    const { cards, receivables, recentOrders, activity, issues } = await api(page)
    await page.getByText(/^Loaded 42 orders, total quantity [\d,.]+ units · updated/).waitFor()
    const shown = async (label: string) =>
      plain((await card(page, label).locator('strong').textContent()) ?? '')
    const whole = (amount: string) => String(Math.round(Number(amount)))
    expect(await shown('Total Orders')).toBe(whole(cards.totalOrders.amount))
    expect(await shown('In Progress Orders')).toBe(whole(cards.inProgressOrders.amount))
    expect(await shown('Not Started Orders')).toBe(whole(cards.notStartedOrders.amount))
    expect(await shown('Total Quantity')).toBe(whole(cards.totalQuantity.quantity))
    expect(await shown('YTD Evolution')).toBe(whole(cards.ytdEvolution.quantity.current))
    expect(await shown('Receivables under 30')).toBe(whole(receivables.under30))
    expect(await shown('Receivables under 60')).toBe(whole(receivables.under60))
    expect(await shown('Receivables over 60')).toBe(whole(receivables.over60))
    await expect(card(page, 'Receivables over 60').textContent()).resolves.toContain('estimate')
    await expect(card(page, 'YTD Evolution').textContent()).resolves.toContain('2025 vs 2024')
    const rows = page.getByRole('table', { name: 'Recent Orders' }).locator('tbody tr[data-index]')
    await expect.poll(() => rows.count()).toBe(20)
    expect(await rows.first().locator('td').first().textContent()).toBe(recentOrders[0].ordNo)
    // Every change is told, those of one order at one moment under its number.
    const lines = panel(page, 'Recent Activity').getByRole('listitem')
    const moments = new Set(
      activity.map((event: Record<'orderId' | 'at', unknown>) => `${event.orderId} ${event.at}`),
    )
    await expect.poll(() => lines.count()).toBe(1 + moments.size + activity.length)
    expect(await lines.first().textContent()).toBe(`${issues} orders cancelled or not started`)
    await axe(page)
  })

  test('every figure leads to the rows behind it', async () => {
    const page = await aPage(portal, { as: buyer, at: '/' })
    for (const [label, address] of [
      ['Total Orders', /\/orders\?view=none$/],
      ['In Progress Orders', /\/orders\?group=processing/],
      ['Not Started Orders', /\/orders\?status=not(\+|%20)started/],
      ['Receivables over 60', /\/orders\?view=none$/],
      ['Total Quantity', /\/sales\?.*lines=total/],
      ['YTD Evolution', /\/sales\?.*year=2025/],
    ] as const) {
      await card(page, label).click()
      await page.waitForURL(address)
      await settled(page)
      await open(page, '/')
    }
    await page.getByRole('link', { name: 'View All' }).click()
    await page.waitForURL(/\/orders\?view=none$/)
    await open(page, '/')
    await page.getByRole('link', { name: /orders cancelled or not started/ }).click()
    await page.waitForURL(/group=issues/)
    await open(page, '/')
    await panel(page, 'Quick Navigation').getByRole('link', { name: 'Sales History' }).click()
    await page.waitForURL(/\/sales$/)
  })

  test('refreshes orders and sales together, in another currency too', async () => {
    const page = await aPage(portal, { as: buyer, at: '/' })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/dashboard')) asked.push(new URL(request.url()).search)
    })
    const release = await delayRequest(page, '**/api/v1/dashboard*')
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await page.getByRole('button', { name: 'Refreshing' }).waitFor()
    release()
    await page.getByRole('button', { name: 'Refresh Data' }).waitFor()
    expect(asked.toSorted()).toEqual(['?part=orders', '?part=sales'])
    await page.getByText('There are also sales in USD').waitFor()
    await page.getByRole('button', { name: 'USD' }).click()
    // Its money in the other currency stands beside the count of all.
    const total = (await api(page, '?currency=USD')).cards.totalOrders
    const more = total.others.map((one: { amount: string }) =>
      Math.round(Number(one.amount)).toLocaleString('en-CA'),
    )
    await card(page, 'Total Orders').getByText(`and $${more} · ${total.count} orders`).waitFor()
    await page.waitForURL(/currency=USD/)
    await settled(page)
    const { cards } = await api(page, '?currency=USD')
    await expect(card(page, 'Total Quantity').locator('strong').textContent()).resolves.toBe(
      Math.round(cards.totalQuantity.quantity).toLocaleString('en-CA'),
    )
  })

  test('exports what it shows as a workbook', async () => {
    const page = await aPage(portal, { as: buyer, at: '/' })
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export Data' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^dashboard-\d{4}-\d\d-\d\d\.xlsx$/)
    await page.getByText(/Workbook saved as dashboard/).waitFor()
  })

  test('what upstream sends is there by itself, and only orders are asked for anew', async () => {
    const page = await aPage(portal, { as: buyer, at: '/' })
    await page.waitForFunction(() => document.documentElement.dataset.line === 'online')
    await page.waitForTimeout(1_000)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/dashboard')) asked.push(new URL(request.url()).search)
    })
    const row = { ...orderRows('NH', 42)[41], 'Ord Stat': 'Packaging', 'Promised Date': '2026-12-31' }
    await portal.ingest('orders', [row])
    await panel(page, 'Recent Activity')
      .getByRole('link', { name: /^Order 20042 .*Promised date.* Dec 31, 2026/ })
      .waitFor()
    await page
      .getByRole('table', { name: 'Recent Orders' })
      .getByRole('row', { name: /20042.*Packaging/ })
      .waitFor()
    expect(asked).toEqual(['?part=orders'])
    await portal.ingest('orders', [orderRows('NH', 42)[41] ?? {}])
  })

  test('one part that fails leaves the other standing, and says so in the quoted words', async () => {
    const page = await aPage(portal, { as: buyer })
    await page.route('**/api/v1/dashboard?part=orders*', (route) => route.abort())
    expectFault(page.context(), /dashboard/)
    await open(page, '/')
    await page.getByText('Error loading data: Failed to load orders data').waitFor()
    await expect.poll(() => card(page, 'Total Quantity').isVisible()).toBe(true)
    await panel(page, 'Monthly Revenue').waitFor()
    await axe(page)
    await page.unroute('**/api/v1/dashboard?part=orders*')
    const body = {
      type: 'x',
      title: 'No',
      status: 503,
      code: 'database_unavailable',
      detail: 'The well is dry.',
      traceId: 'x',
    }
    await page.route('**/api/v1/dashboard?part=sales*', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(body) }),
    )
    await open(page, '/')
    await page.getByText('Error loading data: Sales error: The well is dry.').waitFor()
    await page.getByText('Sales error: The well is dry.', { exact: true }).waitFor()
    await expect.poll(() => card(page, 'Total Orders').isVisible()).toBe(true)
    await tryAgain(page.getByRole('button', { name: 'Try again' }).first(), '**/api/v1/dashboard?part=sales*')
    await page.getByText(/^Loaded 42 orders/).waitFor()
  })

  test('has nothing to show for a new client, and only what goes with the role', async () => {
    const page = await aPage(portal, { as: newcomer, at: '/' })
    await page.getByText('No recent orders available').waitFor()
    await page.getByText('No recent activity').waitFor()
    expect(await card(page, 'Total Orders').locator('strong').textContent()).toBe('$0')
    await axe(page)
    const sales = await aPage(portal, { as: analyst, at: '/' })
    await sales.getByText(/^Loaded total quantity/).waitFor()
    for (const label of ['Total Orders', 'Receivables over 60'])
      expect(await card(sales, label).count()).toBe(0)
    expect(await sales.getByRole('heading', { name: 'Recent Orders' }).count()).toBe(0)
    await axe(sales)
  })

  test('names the company of each order for an administrator', async () => {
    const page = await aPage(portal, { as: administrator, at: '/' })
    const table = page.getByRole('table', { name: 'Recent Orders' })
    await table.getByRole('columnheader', { name: 'Company' }).waitFor()
    await page.getByText(/^Loaded 47 orders/).waitFor()
    await axe(page)
  })

  test('a company without the dashboard begins at its first screen', async () => {
    const without = await portal.aTenant({ name: 'Without' })
    await portal.database(
      `insert into portal.tenant_module_visibility values ($1, 'dashboard', false), ($1, 'orders', false)`,
      [without],
    )
    const page = await aPage(portal, { as: await portal.aPerson({ tenants: [without] }), at: '/' })
    await page.waitForURL(/\/product\/catalogue$/)
    expect(await page.getByRole('link', { name: 'Dashboard', exact: true }).count()).toBe(0)
  })

  test('is worked by keyboard', async () => {
    const page = await aPage(portal, { as: buyer, at: '/' })
    await tabTo(page, 'link', /^In Progress Orders/)
    await pressKeys(page, 'Enter')
    await page.waitForURL(/group=processing/)
    await open(page, '/')
    await page.getByRole('table', { name: 'Recent Orders' }).locator('tbody tr').first().focus()
    await pressKeys(page, 'Enter')
    await page.waitForURL(/\/orders.*20042/)
  })

  test.each([
    { width: 360, theme: 'light', lang: 'fr-CA' },
    { width: 360, theme: 'dark', lang: 'en' },
    { width: 1440, theme: 'dark', lang: 'fr-CA' },
    { width: 1440, theme: 'light', lang: 'en' },
  ] as const)('fits $width px, $theme, $lang', async (view) => {
    const page = await aPage(portal, { as: buyer, at: '/', ...view })
    await page.getByRole('heading', { level: 1, name: /Marie Roy$/ }).waitFor()
    await settled(page)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wider).toBeLessThanOrEqual(1)
    await axe(page)
    if (view.lang === 'fr-CA')
      await expectFrench(page, [
        'Northern Harbour',
        'Marie Roy',
        'MR',
        'NH',
        'CAD',
        'USD',
        'TBD',
        /^Boutique Éclair$|^Wellness & Co\.$|^Compte de /,
        /^\d{1,2} h \d\d$|^\d{1,2} \S+ \d{4}/,
        /^(janv|févr|mars|avr|mai|juin|juill|août|sept|oct|nov|déc)\.?/,
        /^[\d\s,.]+ ?[kM]$/,
        /^20\d\d$/,
      ])
  })
})

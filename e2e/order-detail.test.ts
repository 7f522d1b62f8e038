import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, open, settled } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { pressKeys, tabTo } from './support/keyboard.ts'
import { orderRows, rows } from './support/orders.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { tryAgain } from './support/try-again.ts'

let portal: Portal
let buyer: Person
let stranger: Person

const at = (day: number) => ({ 'Updated At': `2026-03-${String(day).padStart(2, '0')}T15:00:00Z` })
const version = (fields: object) => ({
  Primary: 'P-1',
  'Ord No': '30001',
  'PO No': 'PO-1',
  'Client Code': 'NH',
  'Client Name': 'Northern Harbour',
  'Montant Total': '$1,234.50',
  'Order Date': '2026-02-27',
  ...fields,
})

const parcel = { 'Tracking Number': '1Z30001', Carrier: 'UPS' }

const second = (fields: object) => version({ Primary: 'P-2', 'Ord No': '30002', ...fields })

beforeAll(async () => {
  portal = await startPortal()
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  const other = await portal.aTenant({ name: 'Somebody Else', clientCode: 'SE' })
  await portal.ingest('orders', orderRows('NH', 60))
  const promised = (date: string) => ({ 'Promised Date': `2026-04-${date}` })
  await portal.ingest('orders', [version({ 'Ord Stat': 'Not Started', ...promised('01'), ...at(1) })])
  await portal.ingest('orders', [
    version({ 'Ord Stat': 'Blend', 'BL t': 'yellow', ...promised('06'), ...at(2) }),
  ])
  await portal.ingest('orders', [
    version({ 'Ord Stat': 'CTS', 'BL t': 'green', PBL: '✓', ...promised('10'), ...at(3) }),
  ])
  const line = (no: number, fields: object) => ({ Primary: 'P-1', 'Line No': no, ...fields })
  await portal.ingest('order-lines', [
    line(1, {
      'Item No': 'ZZ-1',
      'Item Name': 'Capsules',
      'Qty Ordered': 500,
      'Qty Shipped': 120,
      Unit: 'EA',
    }),
    line(2, { 'Item No': 'AA-2', 'Item Name': 'Powder', 'Qty Ordered': 12.5, Unit: 'KG', Lot: 'L26117B' }),
  ])
  await portal.ingest('orders', [second({ 'Ord Stat': 'Blend', ...at(7) })])
  await portal.ingest('orders', [
    version({ Primary: 'T-1', 'Ord No': 'twin', 'PO No': 'first' }),
    version({ Primary: 'T-2', 'Ord No': 'twin', 'PO No': 'second' }),
  ])
  await portal.ingest('shipments', [
    { ...parcel, 'Client Code': 'NH', Primary: 'P-1', 'Ord No': '30001', 'Shipped Date': '2026-03-05' },
    { ...parcel, 'Tracking Number': '1Z30002', 'Client Code': 'NH', 'Estimated Delivery': '2099-03-09' },
  ])
  buyer = await portal.aPerson({ tenants: [own] })
  stranger = await portal.aPerson({ tenants: [other] })
}, 240_000)
afterAll(() => portal?.close())

describe('one order', () => {
  test('leads to where its shipments are, which is found by its number and follows its carrier', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders/30001' })
    await page.getByRole('region', { name: 'Shipments' }).getByRole('link', { name: '1Z30001' }).click()
    await page.getByRole('heading', { level: 1, name: 'Order Tracking' }).waitFor()
    const opened = page.getByRole('region', { name: 'Shipment 1Z30001' })
    await opened.getByRole('listitem').filter({ hasText: 'In Transit' }).getByText('Mar 5, 2026').waitFor()
    await settled(page)
    await axe(page)

    await portal.ingest('shipment-events', [
      { ...parcel, 'Event Time': '2026-03-07T15:00:00Z', Event: 'delivered', Place: 'Halifax, NS' },
    ])
    await opened.getByText('· Halifax, NS').waitFor()
    await opened
      .getByRole('listitem')
      .filter({ hasText: 'Delivered' })
      .getByText('Mar 7, 2026')
      .first()
      .waitFor()

    const table = page.getByRole('table', { name: 'All Shipments' })
    await table.getByRole('row', { name: /1Z30002/ }).click()
    await page.getByRole('region', { name: 'Shipment 1Z30002' }).getByText('Processing').waitFor()
    await page.getByRole('searchbox').fill('30001')
    await page.getByText('1 shipment matches').waitFor()
    await opened.getByRole('link', { name: '30001', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Order 30001' }).waitFor()
  })

  test('shows its stages, what was recorded of it, the moves of its date, and its lines', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders/30001' })
    await page.getByRole('heading', { level: 1, name: 'Order 30001' }).waitFor()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    const entries = await timeline.locator('ol > li ul li').allTextContents()
    expect(entries).toEqual([
      'Status changed from Blend to CTS',
      'Blending (BL) changed from yellow to green',
      'Blending finished (PBL): done',
      'Promised date moved from Apr 6, 2026 to Apr 10, 2026, +4 days',
      'Status changed from Not Started to Blend',
      'Blending (BL): yellow',
      'Promised date moved from Apr 1, 2026 to Apr 6, 2026, +5 days',
      'Order received with status Not Started',
    ])
    const times = await timeline
      .locator('time')
      .evaluateAll((all) => all.map((one) => one.getAttribute('datetime')))
    expect(times).toEqual([3, 2, 1].map((day) => `2026-03-0${day}T15:00:00.000Z`))
    await page.getByRole('region', { name: 'Promised Date' }).getByText('moved twice, +9 days').waitFor()
    const lines = page.getByRole('table', { name: 'Lines' })
    const byItem = lines.getByRole('button', { name: 'Item', exact: true })
    await byItem.click()
    await page.waitForURL(/lines=itemName/)
    await byItem.click()
    await page.waitForURL(/lines=-itemName/)
    await expect.poll(() => lines.locator('tbody tr').first().innerText()).toContain('AA-2')
    // Item, quantities, lot and what can be reported: all of a line is in sight.
    await open(page, '/orders/30001?lang=fr-CA')
    const box = page.locator('[data-scroll-restoration-id="Lignes"]')
    await box.waitFor()
    expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await open(page, '/orders/30001?lang=en')
    const totals = await page
      .getByRole('table', { name: 'Totals by unit' })
      .locator('tbody tr')
      .allInnerTexts()
    expect(totals.map((row) => row.split(/\s+/))).toEqual([
      ['EA', '500', '120', '380'],
      ['KG', '12.5', '0', '12.5'],
    ])
    await axe(page)
  })

  test('tells of a version that comes while it is open', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders/30002' })
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.getByText('Order received with status Blend').waitFor()
    await portal.ingest('orders', [second({ 'Ord Stat': 'CTS', ...at(8) })])
    await timeline.getByText('Status changed from Blend to CTS').waitFor()
    await expect.poll(() => timeline.locator('ol > li ul li').count()).toBe(2)
  })

  test('is opened from the list by keys, and the way back finds filter and place again', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders?search=ref' })
    await settled(page)
    await tabTo(page, 'row', /^NH-/)
    await pressKeys(page, 'End')
    const table = page.getByRole('region', { name: 'Recent Orders' }).last()
    const scrolled = () =>
      table.evaluate((one) =>
        Math.max(one.scrollTop, ...[...one.querySelectorAll('section')].map((e) => e.scrollTop)),
      )
    await expect.poll(scrolled).toBeGreaterThan(300)
    const before = await scrolled()
    await pressKeys(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Order 20001' }).waitFor()
    await page.getByText('No lines yet').waitFor()
    await page.goBack()
    await settled(page)
    expect(page.url()).toContain('search=ref')
    await expect.poll(() => rows(page).count()).toBe(59)
    await expect.poll(async () => Math.abs((await scrolled()) - before)).toBeLessThan(80)
  })

  test('opens by the link in its first column', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders?search=30001' })
    await rows(page).first().getByRole('link', { name: 'P-1' }).click()
    await page.waitForURL(/\/orders\/30001$/)
    await page.getByRole('heading', { level: 1, name: 'Order 30001' }).waitFor()
  })

  test('that is not there, or not one’s own, reads the same; several of one number are a choice', async () => {
    const page = await aPage(portal, { as: stranger })
    expectFault(page.context(), /orders/)
    for (const number of ['30001', 'nothing']) {
      await open(page, `/orders/${number}`)
      await page.getByText('This order doesn’t exist, or you don’t have access to it.').waitFor()
    }
    await axe(page)
    const own = await aPage(portal, { as: buyer })
    expectFault(own.context(), /orders/)
    await open(own, '/orders/twin')
    await own.getByText('2 orders have this number. Choose one.').waitFor()
    await axe(own)
    await own.getByRole('link', { name: /T-2/ }).click()
    await own.getByText('second').first().waitFor()
    await own.route('**/api/v1/orders/30001', (route) => route.abort())
    await open(own, '/orders/30001')
    await own.getByText('Failed to load orders').waitFor()
    await tryAgain(own.getByRole('button', { name: 'Try again' }), '**/api/v1/orders/30001')
    await own.getByText('moved twice, +9 days').waitFor()
  })

  test.each([
    { width: 360, theme: 'dark', lang: 'fr-CA' },
    { width: 360, theme: 'light', lang: 'en' },
    { width: 1440, theme: 'dark', lang: 'fr-CA' },
  ] as const)('fits $width px, $theme, $lang', async (view) => {
    const page = await aPage(portal, { as: buyer, at: '/orders/30001', ...view })
    const said = view.lang === 'en' ? 'moved twice, +9 days' : 'modifiée deux fois, +9 jours'
    await page.getByText(said).waitFor()
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wider).toBeLessThanOrEqual(1)
    await axe(page)
  })
})

import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, open, settled } from './support/browser.ts'
import { holdCode } from './support/camera.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

const WIDTHS = [1440, 360]

let portal: Portal
let buyer: Person
let own: number

const lot = (number: string, made: string, more: object = {}) => ({
  'Lot No': number,
  'Item No': 'GH-60',
  State: 'released',
  Manufactured: made,
  Expiry: '2099-12-31',
  ...more,
})
const moisture = (number: string, found: string) => ({
  'Lot No': number,
  Test: 'Moisture',
  Method: 'Karl Fischer',
  Specification: '≤ 4.0 %',
  Max: '4.0',
  Result: found,
  Unit: '%',
})

beforeAll(async () => {
  portal = await startPortal()
  own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  await portal.ingest('products', [{ 'Item No': 'GH-60', Name: 'Gut Health', Class: 'finished product' }])
  await portal.ingest('orders', [
    { Primary: 'P-1', 'Ord No': '30001', 'Client Code': 'NH', 'Client Name': 'Northern Harbour' },
  ])
  await portal.ingest(
    'order-lines',
    ['25H-0415', '25H-0416', '25H-0417', '25H-0499'].map((number, index) => ({
      Primary: 'P-1',
      'Line No': index + 1,
      'Item No': 'GH-60',
      'Item Name': 'Gut Health',
      'Qty Ordered': 100,
      Unit: 'EA',
      Lot: number,
    })),
  )
  await portal.ingest('lots', [
    lot('25H-0415', '2026-01-05'),
    lot('25H-0416', '2026-02-05'),
    lot('25H-0417', '2026-03-05', { State: 'on hold' }),
  ])
  await portal.ingest('lot-results', [
    moisture('25H-0415', '3.1'),
    moisture('25H-0416', '3.9'),
    moisture('25H-0417', '4.4'),
    { ...moisture('25H-0417', '< 10'), Test: 'Yeast and mould', Unit: 'CFU/g', Max: 100, Verdict: 'pass' },
  ])
  buyer = await portal.aPerson({ tenants: [own] })
}, 240_000)
afterAll(() => portal?.close())

/** Rows of a table, or the cards that it becomes on a phone. */
const rowsOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name })
    .locator('tbody tr')
    .or(page.getByRole('list', { name }).getByRole('listitem'))
    .filter({ visible: true })

test.each(WIDTHS)(
  'a lot is opened by what a scanner types, says that it is on hold, and shows its results over the lots: %d px',
  async (width) => {
    const buyer = await portal.aPerson({ tenants: [own] })
    const page = await aPage(portal, { as: buyer, at: '/lots', width })
    await page.getByText('25H-0415').filter({ visible: true }).first().waitFor()
    await axe(page)
    const search = page.getByRole('searchbox', { name: 'Lot number' })
    await search.fill('(01)00810123450015(17)991231(10)25H-0417')
    await search.press('Enter')
    await page.waitForURL('**/lots/25H-0417')
    await page.getByRole('heading', { level: 1, name: 'Lot 25H-0417' }).waitFor()
    await page.getByText('This lot is on hold.').waitFor()
    await expect
      .poll(() => rowsOf(page, 'Results').allInnerTexts())
      .toEqual([
        expect.stringMatching(/Moisture[\s\S]*(4\.4 %[\s\S]*Fail\b|Fail\b[\s\S]*4\.4 %)/),
        expect.stringMatching(/Yeast and mould[\s\S]*(< 10 CFU\/g[\s\S]*Pass|Pass[\s\S]*< 10 CFU\/g)/),
      ])
    await axe(page)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export results as CSV' }).click(),
    ])
    expect(await text(await file.createReadStream())).toMatch(/Moisture[\s\S]*4\.4[\s\S]*Yeast and mould/)
    const certificates = page.getByRole('region', { name: 'Certificates' })
    await certificates.getByText('Not available while held').waitFor()
    await certificates.getByRole('button', { name: 'Notify me when ready' }).press('Enter')
    await certificates.getByText('We’ll notify you when the certificate is available.').waitFor()
    const trend = page.getByRole('region', { name: 'Trend across your lots' })
    await trend.getByRole('button', { name: 'View as table' }).click()
    await expect
      .poll(() => trend.getByRole('table').locator('tbody tr').allInnerTexts())
      .toEqual([
        expect.stringMatching(/25H-0415[\s\S]*3\.1 %/),
        expect.stringMatching(/25H-0416[\s\S]*3\.9 %/),
        expect.stringMatching(/25H-0417[\s\S]*4\.4 %/),
      ])
    await axe(page)
  },
)

test('an order’s lines lead to their lots and back, and one of which nothing is known to none', async () => {
  const page = await aPage(portal, { as: buyer, at: '/orders/30001' })
  const lines = page.getByRole('table', { name: 'Lines' })
  await lines.getByText('25H-0499').waitFor()
  await expect
    .poll(() => lines.getByRole('link').allInnerTexts())
    .toEqual(['25H-0415', '25H-0416', '25H-0417'])
  await lines.getByRole('link', { name: '25H-0416' }).click()
  await page.getByRole('heading', { level: 1, name: 'Lot 25H-0416' }).waitFor()
  await settled(page)
  const own = page.getByRole('table', { name: 'Your order lines from this lot' })
  await own.getByRole('link', { name: '30001' }).click()
  await page.getByRole('heading', { level: 1, name: 'Order 30001' }).waitFor()
})

test.each(WIDTHS)(
  'the camera reads the code of a lot; where it may not be used, that is said: %d px',
  async (width) => {
    const page = await aPage(portal, { as: buyer, width })
    await holdCode(page, '(01)00810123450015(10)25H-0416', { refusedFirst: true })
    await open(page, '/lots')
    await page.getByRole('button', { name: 'Scan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Scan a lot' })
    await dialog.getByText('Camera access is blocked').waitFor()
    await axe(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Scan' }).click()
    await page.waitForURL('**/lots/25H-0416')
    await page.getByRole('heading', { level: 1, name: 'Lot 25H-0416' }).waitFor()
  },
)

test.each(WIDTHS)(
  'what is reported about a lot leads to it, and the lot to what was reported: %d px',
  async (width) => {
    const title = `Smells of almonds ${width}`
    const page = await aPage(portal, { as: buyer, at: '/lots/25H-0416', width })
    const issues = page.getByRole('region', { name: 'Issues' })
    await issues.getByRole('button', { name: 'Report an Issue' }).click()
    const form = page.getByRole('dialog', { name: 'Report an Issue' })
    await form.getByLabel('Title').fill(title)
    await form.getByLabel('What happened?').fill('The whole pallet')
    expect(await form.getByLabel('Lot number').inputValue()).toBe('25H-0416')
    await form.getByRole('button', { name: 'Report', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByRole('link', { name: '25H-0416', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Lot 25H-0416' }).waitFor()
    await issues.getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  },
)

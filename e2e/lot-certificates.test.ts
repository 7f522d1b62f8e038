import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnPdf } from '../test/support/drawn-pdf.ts'
import { axe } from './support/axe.ts'
import { aPage, open, settled } from './support/browser.ts'
import { tabTo } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { expectFrench } from './support/words.ts'

// The browser starts its reader of PDFs on a machine that does other things too.
const READING = { timeout: 60_000 }

let portal: Portal
let buyer: Person

const stateOf = (number: string, State: string) =>
  portal.ingest('lots', [
    { 'Lot No': number, 'Item No': 'GH-60', State, Manufactured: '2026-01-05', Expiry: '2099-12-31' },
  ])
const certificate = async (number: string) =>
  portal.ingestDocument(
    { 'Document No': `COA-${number}`, Title: `Certificate of ${number}`, Type: 'coa', Lots: [number] },
    await drawnPdf([`Lot ${number}: Bifidobacterium, 12 billion per capsule`]),
  )

beforeAll(async () => {
  portal = await startPortal()
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  await portal.ingest('products', [{ 'Item No': 'GH-60', Name: 'Gut Health', Class: 'finished product' }])
  await portal.ingest('orders', [
    { Primary: 'P-1', 'Ord No': '30001', 'Client Code': 'NH', 'Client Name': 'Northern Harbour' },
  ])
  const numbers = ['26A-01', '26A-02', '26A-03', '26A-04']
  await portal.ingest(
    'order-lines',
    numbers.map((Lot, index) => ({
      ...{ Primary: 'P-1', 'Line No': index + 1, 'Item No': 'GH-60', 'Item Name': 'Gut Health', Lot },
      ...{ 'Qty Ordered': 100, Unit: 'EA' },
    })),
  )
  for (const number of numbers) await stateOf(number, 'released')
  await certificate('26A-01')
  await certificate('26A-04')
  buyer = await portal.aPerson({ tenants: [own] })
}, 240_000)
afterAll(() => portal?.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const bellOf = (page: Page, lot: string) =>
  page.getByRole('button', { name: new RegExp(`certificate for lot ${lot}`) })

test('from a line to its lot, to the certificate and its file, and back, by keyboard', async () => {
  const page = await aPage(portal, { as: buyer, at: '/orders/30001' })
  const documents = page.getByRole('region', { name: 'Documents' })
  await expect
    .poll(() => documents.getByRole('listitem').allInnerTexts())
    .toEqual([
      expect.stringContaining('Certificate of 26A-01'),
      expect.stringContaining('Certificate of 26A-04'),
    ])
  await axe(page)
  await tabTo(page, 'link', '26A-01')
  await page.keyboard.press('Enter')
  await heading(page, 'Lot 26A-01')
  await settled(page)
  await tabTo(page, 'link', 'Certificate of 26A-01')
  await page.keyboard.press('Enter')
  await heading(page, 'Certificate of 26A-01')
  await expect.poll(() => page.locator('canvas').count(), READING).toBeGreaterThan(0)
  await axe(page)
  await tabTo(page, 'link', '26A-01')
  await page.keyboard.press('Enter')
  await heading(page, 'Lot 26A-01')
  await settled(page)
  await tabTo(page, 'link', '30001')
  await page.keyboard.press('Enter')
  await heading(page, 'Order 30001')
})

test('on a phone a line says whether one is told, takes it back, and the notice comes with the certificate', async () => {
  const page = await aPage(portal, { as: buyer, at: '/orders/30001', width: 360 })
  await page.getByRole('button', { name: /Line 2/ }).click()
  const bell = bellOf(page, '26A-02')
  await bell.click()
  await expect.poll(() => bell.getAttribute('aria-pressed')).toBe('true')
  await axe(page)
  await bell.click()
  await expect.poll(() => bell.getAttribute('aria-pressed')).toBe('false')
  await bell.click()
  await expect.poll(() => bell.getAttribute('aria-pressed')).toBe('true')
  await open(page, '/lots/26A-02')
  await page.getByText('We’ll notify you when the certificate is available.').waitFor()
  await certificate('26A-02')
  await page
    .getByRole('region', { name: 'Certificates' })
    .getByRole('link', { name: 'Open the certificate for lot 26A-02' })
    .waitFor()
  await open(page, '/notifications')
  await page.getByText('The certificate for lot 26A-02 is available').waitFor()
})

test('with its lot a certificate is held on every way, and its words are found while it is not; in French', async () => {
  const page = await aPage(portal, { as: buyer, at: '/qaqc?search=bifidobacterium', lang: 'fr-CA' })
  const list = page.getByRole('table', { name: 'Certificats des lots' })
  await expect
    .poll(async () => {
      await page.reload()
      await settled(page)
      return await list.getByText('Certificate of 26A-04').count()
    }, READING)
    .toBe(1)
  await list.getByText('Certificate of 26A-04').click()
  await heading(page, 'Certificate of 26A-04')
  // What it was found by is shown in it.
  await page.locator('.textLayer .highlight.selected').first().waitFor()
  await stateOf('26A-04', 'on hold')
  await page.getByText('Le lot de ce certificat est retenu.').waitFor()
  expect(
    await page
      .getByRole('button', { name: /^Télécharger/ })
      .first()
      .isDisabled(),
  ).toBe(true)
  await expectFrench(page, [
    'Certificate of 26A-04',
    /COA-26A-04|26A-04|Gut Health|Northern Harbour|coa\.pdf/,
  ])
  await axe(page)
  await open(page, '/orders/30001')
  const lines = page.getByRole('table', { name: 'Lignes' })
  await lines.getByText('Non accessible : lot retenu').waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Documents' }).getByText('26A-04').count()).toBe(0)
  await open(page, '/qaqc?search=26A-04')
  await page.getByRole('table', { name: 'Certificats des lots' }).getByText('Retenu').waitFor()
})

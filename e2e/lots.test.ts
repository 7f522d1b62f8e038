import bwipjs from 'bwip-js/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, open, settled } from './support/browser.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let buyer: Person

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
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
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

test('a lot is opened by what a scanner types, says that it is on hold, and shows its results over the lots', async () => {
  const page = await aPage(portal, { as: buyer, at: '/lots' })
  const search = page.getByRole('searchbox', { name: 'Lot number' })
  await search.fill('(01)00810123450015(17)991231(10)25H-0417')
  await search.press('Enter')
  await page.waitForURL('**/lots/25H-0417')
  await page.getByRole('heading', { level: 1, name: 'Lot 25H-0417' }).waitFor()
  await page.getByText('This lot is on hold.').waitFor()
  const results = page.getByRole('table', { name: 'Results' })
  await expect
    .poll(() => results.locator('tbody tr').allInnerTexts())
    .toEqual([
      expect.stringMatching(/Moisture[\s\S]*4\.4 %[\s\S]*Out of specification/),
      expect.stringMatching(/< 10 CFU\/g[\s\S]*Pass/),
    ])
  const certificates = page.getByRole('region', { name: 'Certificates' })
  await certificates.getByText('Not offered while held').waitFor()
  await certificates.getByRole('button', { name: 'Tell me when ready' }).press('Enter')
  await certificates.getByText('You are told as soon as the certificate is there.').waitFor()
  const trend = page.getByRole('region', { name: 'Over your lots' })
  await trend.getByRole('button', { name: 'View as table' }).click()
  await expect
    .poll(() => trend.getByRole('table').locator('tbody tr').allInnerTexts())
    .toEqual([
      expect.stringMatching(/25H-0415[\s\S]*3\.1 %/),
      expect.stringMatching(/25H-0416[\s\S]*3\.9 %/),
      expect.stringMatching(/25H-0417[\s\S]*4\.4 %/),
    ])
  await axe(page)
})

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

test('the camera reads the code of a lot; where it may not be used, that is said', async () => {
  const page = await aPage(portal, { as: buyer })
  const code = await bwipjs.toBuffer({
    bcid: 'gs1datamatrix',
    text: '(01)00810123450015(10)25H-0416',
    scale: 6,
    padding: 20,
    backgroundcolor: 'FFFFFF',
  })
  // A camera that may not be used at first, and then sees the code.
  await page.addInitScript(
    (picture) => {
      let asked = 0
      const camera = async () => {
        asked += 1
        if (asked === 1) throw new DOMException('no', 'NotAllowedError')
        const image = new Image()
        image.src = picture
        await image.decode()
        const canvas = document.createElement('canvas')
        canvas.width = 640
        canvas.height = 480
        const drawing = canvas.getContext('2d') as CanvasRenderingContext2D
        setInterval(() => {
          drawing.fillStyle = '#ffffff'
          drawing.fillRect(0, 0, 640, 480)
          drawing.drawImage(image, 320 - image.width / 2, 240 - image.height / 2)
        }, 50)
        return canvas.captureStream(20)
      }
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: camera } })
    },
    `data:image/png;base64,${code.toString('base64')}`,
  )
  await open(page, '/lots')
  await page.getByRole('button', { name: 'Scan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scan a lot' })
  await dialog.getByText('The camera may not be used').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Scan' }).click()
  await page.waitForURL('**/lots/25H-0416')
  await page.getByRole('heading', { level: 1, name: 'Lot 25H-0416' }).waitFor()
})

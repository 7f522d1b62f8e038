import { deflateSync } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnPdf } from '../test/support/drawn-pdf.ts'
import { plantDay } from '../test/support/plant-day.ts'
import { pdf } from '../test/support/smallest-pdf.ts'
import { readZip } from '../test/support/xlsx.ts'
import { axe } from './support/axe.ts'
import { aBrowser, aPage, open } from './support/browser.ts'
import { pressKeys, tabTo } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { sendsDocuments } from './support/send-documents.ts'

const WIDTHS = [1440, 360]
const WHAT = {
  ...{ number: null, description: null, productCode: null, productName: null, productLine: null },
  ...{ language: null, effectiveOn: null, expiresOn: null, audience: { kind: 'all' } },
}
const MANUAL = { shelves: ['product'], category: 'user-manual', type: 'manual' }

let portal: Portal
let quality: Person
let reader: Person
let send: Awaited<ReturnType<typeof sendsDocuments>>
beforeAll(async () => {
  portal = await startPortal()
  quality = await portal.aPerson({ staff: 'quality' })
  reader = await portal.aPerson({ tenants: [await portal.aTenant({ name: 'Boréal Santé' })] })
  send = await sendsDocuments(portal, quality)
})
afterAll(() => portal?.close())

/** Uploaded and released by Quality. */
async function aDocument(name: string, file: Buffer, more: object): Promise<number> {
  const query = new URLSearchParams({ name, document: JSON.stringify({ ...WHAT, title: name, ...more }) })
  const { id } = await send(`?${query}`, file, 'application/octet-stream')
  await send(`/${id}/release`, { version: 1, reason: 'Approved' })
  return id
}

async function addVersion(id: number, file: Buffer): Promise<void> {
  await send(`/${id}/versions?name=second.pdf&note=Clause%204`, file, 'application/octet-stream')
  await send(`/${id}/release`, { version: 2, reason: 'Approved' })
}

/** A whole picture of one colour. */
function picture(side = 40): Buffer {
  const crcOf = (bytes: Buffer) => {
    let crc = ~0
    for (const byte of bytes) {
      crc ^= byte
      for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
    }
    return ~crc >>> 0
  }
  const part = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(content.length, 0)
    frame.writeUInt32BE(crcOf(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((side + 1) * side, 0x80)
  for (let row = 0; row < side; row++) rows[row * (side + 1)] = 0
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    part('IHDR', head),
    part('IDAT', deflateSync(rows)),
    part('IEND', Buffer.alloc(0)),
  ])
}

const visible = (locator: Locator) => locator.filter({ visible: true }).first()

async function zipOf(page: Page, press: () => Promise<void>): Promise<Map<string, string>> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const pieces: Buffer[] = []
  for await (const piece of await download.createReadStream()) pieces.push(piece as Buffer)
  return readZip(Buffer.concat(pieces))
}

test.each(WIDTHS)(
  'both views of the documentation, the fact sheets and the way there: %d px',
  async (width) => {
    const product = {
      productCode: `FG-${width}`,
      productName: `Gut Health ${width}`,
      productLine: 'Gut Health',
    }
    const sheet = { shelves: ['product'], category: 'technical-spec', type: 'tds', ...product }
    await aDocument(`Data sheet ${width}.pdf`, pdf(`tds ${width}`), sheet)
    await aDocument(`Manual ${width}.pdf`, pdf(`manual ${width}`), MANUAL)
    const fact = { shelves: ['fact-sheet'], category: 'dietary', type: 'fact-sheet' }
    await aDocument(`Inulin ${width}.pdf`, pdf(`inulin ${width}`), fact)
    const page = await aPage(portal, { as: reader, at: '/product', width })
    await page.getByRole('heading', { name: 'Product', exact: true }).waitFor()
    await axe(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: /Product Documentation/ })
      .click()
    await visible(page.getByText(`Manual ${width}.pdf`)).waitFor()
    await visible(page.getByText('Available', { exact: true })).waitFor()
    await axe(page)
    if (width > 700) await page.getByRole('columnheader', { name: 'Status' }).waitFor()

    // Several as one archive: what was chosen, and what it is.
    await page.getByRole('button', { name: 'Choose several…' }).click()
    await page.getByRole('button', { name: 'All shown' }).click()
    await axe(page)
    const parts = await zipOf(page, () => page.getByRole('button', { name: /^Download \d+ as ZIP/ }).click())
    expect([...parts.keys()]).toEqual(
      expect.arrayContaining([
        `Data sheet ${width}.pdf`,
        `Manual ${width}.pdf`,
        expect.stringMatching(/csv$/),
      ]),
    )

    await page.getByText('By product', { exact: true }).click()
    await page.getByRole('heading', { name: `Gut Health ${width}` }).waitFor()
    await axe(page)
    await open(page, '/product/mfs', { lang: 'fr-CA' })
    await visible(page.getByText(`Inulin ${width}.pdf`)).waitFor()
    await axe(page)
    await page.getByText('Liste', { exact: true }).click()
    await visible(page.getByText(`Inulin ${width}.pdf`)).waitFor()
    await axe(page)
  },
)

test.each(WIDTHS)('a superseded version is shown and says what it is; by keyboard: %d px', async (width) => {
  const title = `Terms of Service ${width}`
  const legal = { title, shelves: ['legal'], category: 'policy', type: 'terms' }
  const id = await aDocument('terms.pdf', await drawnPdf([`The first version ${width}`]), legal)
  await addVersion(id, await drawnPdf([`The second version ${width}`]))
  const page = await aPage(portal, { as: reader, at: '/legal', width })
  await page.getByRole('heading', { name: title }).waitFor()
  await page
    .getByRole('region', { name: 'Document History' })
    .or(page.getByText('Clause 4'))
    .first()
    .waitFor()
  await axe(page)
  await tabTo(page, 'link', `View: ${title}`)
  await pressKeys(page, 'Enter')
  await page.getByText(`The second version ${width}`).waitFor()
  expect(await page.getByRole('note').count()).toBe(0)
  await tabTo(page, 'link', `View: ${title}, 1`)
  await pressKeys(page, 'Enter')
  const mark = page.getByRole('note').filter({ hasText: 'Version 1 was superseded.' })
  await mark.waitFor()
  await page.getByText(`The first version ${width}`).waitFor()
  await page.getByText('The text of this version isn’t searched').waitFor()
  await axe(page)
  await open(page, `/documents/${id}?v=1`, { lang: 'fr-CA' })
  await page.getByRole('note').filter({ hasText: 'La version 1 est remplacée.' }).waitFor()
  await page.getByRole('link', { name: 'Ouvrir la version en vigueur (2)' }).click()
  await page.getByText(`The second version ${width}`).waitFor()
  expect(new URL(page.url()).searchParams.get('v')).toBe(null)
})

test.each(WIDTHS)(
  'pictures and texts are shown as they were meant, and say what is not searched: %d px',
  async (width) => {
    const image = await aDocument(`Label ${width}.png`, picture(), MANUAL)
    const page = await aPage(portal, { as: reader, at: `/documents/${image}`, width })
    const shown = page.getByRole('img', { name: `Label ${width}.png` })
    await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(40)
    await page.getByText('This is an image: only its title').waitFor()
    await axe(page)
    // As spreadsheets write them where they are asked for CSV.
    const words = 'Propriété;Séléniométhionine;crème brûlée'
    for (const [name, bytes] of [
      [`windows-1252 ${width}.csv`, Buffer.from(words, 'latin1')],
      [`UTF-16 ${width}.csv`, Buffer.from(`\ufeff${words}`, 'utf16le')],
      [`UTF-8 ${width}.csv`, Buffer.from(words)],
    ] as const) {
      await open(page, `/documents/${await aDocument(name, bytes, MANUAL)}`)
      await page.getByRole('region', { name }).getByText(words, { exact: true }).waitFor()
      await page.getByText('The content of this type of file isn’t searched').waitFor()
    }
    await axe(page)
  },
)

test.each(WIDTHS)(
  'files are dropped, one is stopped and goes on, a twin is known; the board says what expires: %d px',
  async (width) => {
    const soon = plantDay(5)
    const known = pdf(`known ${width}`)
    await aDocument(`Known ${width}.pdf`, known, { ...MANUAL, expiresOn: soon })
    const page = await aPage(portal, { as: quality, at: '/admin/documents', width })
    await page.getByRole('button', { name: /Within 7 days/ }).click()
    await visible(page.getByText(`Known ${width}.pdf`)).waitFor()
    await axe(page)

    await open(page, '/admin/documents/upload')
    const large = pdf(`large ${width}`, 3_000_000)
    const files = [
      [`COA lot-L${width} large.pdf`, large],
      [`Twin ${width}.pdf`, known],
    ] as const
    const data = await page.evaluateHandle(
      (all) => {
        const carried = new DataTransfer()
        for (const [name, text] of all)
          carried.items.add(new File([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], name))
        return carried
      },
      files.map(([name, content]) => [name, content.toString('base64')] as const),
    )
    await page.getByText('Drop files here, or').dispatchEvent('drop', { dataTransfer: data })
    const list = page.getByRole('list', { name: 'Files' })
    await list.getByText(`COA · Lots: L${width}`).waitFor()
    await list.getByText('Has the same content:').waitFor()
    await axe(page)
    await page.getByLabel('Audience', { exact: true }).selectOption('Some companies')
    await page.getByRole('alert').getByText('Choose at least one company.').waitFor()
    await page.getByLabel('Boréal Santé').check()

    // The line is slow enough to stop it in the middle; then it goes on to its end.
    let held = true
    await page.route('**/uploads/*', async (route) => {
      if (route.request().method() === 'PUT' && held) return
      await route.continue()
    })
    await page.getByRole('button', { name: 'Upload 2 files' }).click()
    await list
      .getByRole('button', { name: /^Stop: / })
      .first()
      .click()
    await list.getByText('Stopped', { exact: true }).waitFor()
    await axe(page)
    held = false
    await list.getByRole('button', { name: /^Resume: / }).click()
    await page.getByText('2 of 2 files uploaded').waitFor()
    await axe(page)
  },
)

test('an expired document says so, and is offered to nobody as current', async () => {
  const id = await aDocument('Statement.pdf', await drawnPdf(['What held until it expired']), {
    ...{ shelves: ['product'], category: 'compliance', type: 'other', expiresOn: '2020-01-31' },
  })
  const page = await aPage(portal, { as: reader, at: `/documents/${id}` })
  await page.getByRole('status').getByText('This document has expired.').waitFor()
  await visible(page.getByText('Expired', { exact: true })).waitFor()
  expect(await page.getByRole('region', { name: /Pages of/ }).count()).toBe(0)
  await page.getByRole('link', { name: 'View: Statement.pdf, 1' }).click()
  await page.getByRole('note').getByText('This document has expired.').waitFor()
  await page.getByText('What held until it expired').waitFor()
  await axe(page)
  const several = await aBrowser(portal, { as: reader })
  const archive = await several.request.get(`/api/v1/documents/archive?ids=${id}`)
  expect(archive.status()).toBe(404)
})

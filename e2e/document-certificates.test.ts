import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnPdf } from '../test/support/drawn-pdf.ts'
import { axe } from './support/axe.ts'
import { aPage, open } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { sendsDocuments } from './support/send-documents.ts'

const WIDTHS = [1440, 360]
const WHAT = {
  ...{ number: null, description: null, productCode: null, productName: null, productLine: null },
  ...{ language: null, effectiveOn: null, expiresOn: null, audience: { kind: 'all' } },
}

let portal: Portal
let quality: Person
let buyer: Person
beforeAll(async () => {
  portal = await startPortal()
  quality = await portal.aPerson({ staff: 'quality' })
  const tenant = await portal.aTenant({ name: 'Boréal Santé', clientCode: 'BOR' })
  buyer = await portal.aPerson({ tenants: [tenant], role: 'quality_manager' })
}, 240_000)
afterAll(() => portal?.close())

/** Uploaded and released by Quality. */
async function aDocument(title: string, file: Buffer, more: object): Promise<number> {
  const send = await sendsDocuments(portal, quality)
  const query = new URLSearchParams({
    name: `${title}.pdf`,
    document: JSON.stringify({ ...WHAT, ...more, title }),
  })
  const { id } = await send(`?${query}`, file, 'application/octet-stream')
  await send(`/${id}/release`, { version: 1, reason: 'Approved' })
  return id
}

const CERTIFICATE = { shelves: ['qa'], category: 'certificate', type: 'certificate' }

/** What the browser would save it as. */
async function savedAs(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return download.suggestedFilename()
}

test.each(WIDTHS)(
  'whoever downloaded a certificate is told that it is withdrawn, and why: %d px',
  async (width) => {
    const title = `Kosher certificate ${width}`
    const id = await aDocument(title, await drawnPdf([`Kosher ${width}`]), CERTIFICATE)
    const reads = await aPage(portal, { as: buyer, at: `/qaqc?search=${width}`, width })
    await reads.getByText(title).filter({ visible: true }).first().waitFor()
    await axe(reads)
    await open(reads, `/documents/${id}`)
    const download = reads.getByRole('button', { name: `Download: ${title}` }).first()
    expect(await savedAs(reads, () => download.click())).toBe(`${title}.pdf`)

    const keeps = await aPage(portal, { as: quality, at: `/admin/documents/${id}`, width })
    // Who opened it stands there.
    await keeps.getByText('Boréal Santé').filter({ visible: true }).first().waitFor()
    expectFault(keeps.context(), /^401 POST .*\/withdraw$/)
    await keeps.getByRole('button', { name: 'Withdraw…' }).click()
    await keeps.getByLabel('Reason, for its readers').fill('The rabbinate took it back')
    await axe(keeps)
    await keeps.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await keeps.getByRole('textbox', { name: 'Password' }).fill(quality.password)
    await keeps.getByRole('button', { name: 'Sign', exact: true }).click()
    await keeps.getByText('Withdrawn · The rabbinate took it back').waitFor()

    // The open page says so by itself, and the bell that there is news.
    await reads.getByText('This document was withdrawn. Don’t use copies of it.').waitFor()
    await reads.getByText('The rabbinate took it back').waitFor()
    expect(await download.isDisabled()).toBe(true)
    await axe(reads)
    await open(reads, '/notifications')
    await reads.getByText(`Document withdrawn: ${title}`).first().click()
    await reads.getByRole('heading', { level: 1, name: title }).waitFor()
  },
)

test('what is superseded or expired is saved under a name that says so, in the asker’s language', async () => {
  const legal = { shelves: ['legal'], category: 'policy', type: 'terms' }
  const id = await aDocument('Terms', await drawnPdf(['The first']), legal)
  const send = await sendsDocuments(portal, quality)
  const second = await drawnPdf(['The second'])
  await send(`/${id}/versions?name=Terms.pdf&note=Clause`, second, 'application/octet-stream')
  await send(`/${id}/release`, { version: 2, reason: 'Approved' })
  const page = await aPage(portal, { as: buyer, at: `/documents/${id}` })
  const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click()
  expect(await savedAs(page, press('Download: Terms, 1'))).toBe('Terms (version 1, superseded).pdf')
  await page.getByText('Saved as Terms (version 1, superseded).pdf').waitFor()
  expect(await savedAs(page, press('Download: Terms, 2'))).toBe('Terms.pdf')
  await open(page, `/documents/${id}`, { lang: 'fr-CA' })
  const french = page.getByRole('button', { name: 'Télécharger : Terms, 1', exact: true })
  expect(await savedAs(page, () => french.click())).toBe('Terms (version 1, remplacée).pdf')
})

/** The beginning of a search, which waits for more signs, waits until `letGo` while `holding` is true. */
const hold = () => {
  const SEARCH_WAITS = 250
  const state = { holding: false, waiting: [] as number[] }
  const [begin, end] = [window.setTimeout, window.clearTimeout]
  const held = new Map<number, () => void>()
  Object.assign(window, {
    setTimeout: (work: () => void, ms?: number, ...more: unknown[]) => {
      if (!state.holding || ms !== SEARCH_WAITS) return begin(work, ms, ...more)
      const id = begin(() => {}, 0)
      held.set(id, work)
      state.waiting.push(id)
      return id
    },
    clearTimeout: (id?: number) => {
      held.delete(id ?? 0)
      end(id)
    },
    hold: state,
    letGo: async () => {
      for (const work of held.values()) work()
      // What it finds is told a moment later.
      await new Promise((done) => begin(done, 200))
    },
  })
}
type Held = { hold: { holding: boolean; waiting: number[] }; letGo: () => Promise<void> }

// What pdf.js complains of in the console fails the test: that it cannot scroll pages which are not there any more.
test('a search that is about to begin ends with its document, which is withdrawn', async () => {
  const title = 'Withdrawn meanwhile'
  const id = await aDocument(title, await drawnPdf(['Moisture', 'Second', 'Third']), CERTIFICATE)
  const page = await aPage(portal, { as: buyer })
  await page.addInitScript(hold)
  await open(page, `/documents/${id}`)
  const search = page.getByRole('searchbox', { name: 'Search in this document' })
  await search.fill('second')
  await page.getByText('1 of 1', { exact: true }).waitFor()
  await page.evaluate(() => Object.assign((window as never as Held).hold, { holding: true }))
  await search.fill('moisture')
  await page.waitForFunction(() => (window as never as Held).hold.waiting.length > 0)
  await withdrawn(page, id, title)
  await page.evaluate(() => (window as never as Held).letGo())
})

async function withdrawn(page: Page, id: number, title: string) {
  const send = await sendsDocuments(portal, quality)
  await send(`/${id}/withdraw`, { reason: 'Another lot' })
  await page.getByText('This document was withdrawn. Don’t use copies of it.').waitFor()
  await page.getByRole('region', { name: `Pages of ${title}` }).waitFor({ state: 'detached' })
}

test.each(WIDTHS)(
  'where two systems upstream use a number, staff say whose lot a certificate is of: %d px',
  async (width) => {
    const number = `L-${width}`
    const rows = { 'Lot No': number, 'Item No': 'P-1', State: 'released' }
    await portal.ingest('lots', [rows])
    await portal.ingest('lots', [rows], 'second')
    const page = await aPage(portal, { as: quality, at: '/admin/documents/upload', width })
    await page.getByLabel('Choose files…').setInputFiles({
      name: `COA lot-${number}.pdf`,
      mimeType: 'application/pdf',
      buffer: await drawnPdf([`Certificate of ${number}`]),
    })
    const files = page.getByRole('list', { name: 'Files' })
    await files.getByText('Ready', { exact: true }).waitFor()
    await page.getByLabel('Audience', { exact: true }).selectOption('Companies with one of its lots')
    const upload = page.getByRole('button', { name: 'Upload 1 file' })
    expectFault(page.context(), /^422 POST .*admin.documents/)
    await upload.click()
    await files.getByText('Choose the source system whose lots are meant.').waitFor()
    await files.getByRole('button', { name: /^Edit/ }).click()
    const dialog = page.getByRole('dialog')
    const system = dialog.getByLabel('Source system of the lots')
    await system.waitFor()
    await axe(page)
    expect(await system.locator('option').allInnerTexts()).toEqual(['Choose…', 'main', 'second'])
    await system.selectOption('second')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await files.getByRole('button', { name: /^Resume: / }).click()
    await page.getByText(/^1 of 1 files? uploaded$/).waitFor()
    await files.getByRole('link', { name: /^Open: / }).click()
    await page.getByText('Source system of the lots').waitFor()
    await page.getByText('second', { exact: true }).waitFor()
    await axe(page)
  },
)

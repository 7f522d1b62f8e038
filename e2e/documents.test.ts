import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnPdf } from '../test/support/drawn-pdf.ts'
import { axe } from './support/axe.ts'
import { aPage, open } from './support/browser.ts'
import { focused, pressKeys } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { sendsDocuments } from './support/send-documents.ts'

let portal: Portal
let reader: Person
let quality: Person
beforeAll(async () => {
  portal = await startPortal()
  const tenant = await portal.aTenant({ name: 'Boréal Santé' })
  reader = await portal.aPerson({ tenants: [tenant], role: 'quality_manager' })
  quality = await portal.aPerson({ staff: 'quality' })
})
afterAll(() => portal?.close())

const WHAT = {
  ...{ number: 'PR-12', description: null, shelves: ['qa'], category: 'procedure', type: 'procedure' },
  ...{ productCode: null, productName: null, productLine: null, language: 'fr-CA' },
  ...{ effectiveOn: null, expiresOn: null, audience: { kind: 'all' } },
}

/** Uploaded and released by Quality; its text has been read. */
async function aDocument(title: string, file: Buffer): Promise<number> {
  const send = await sendsDocuments(portal, quality)
  const query = new URLSearchParams({ name: `${title}.pdf`, document: JSON.stringify({ ...WHAT, title }) })
  const { id } = await send(`?${query}`, file, 'application/octet-stream')
  await send(`/${id}/release`, { version: 1, reason: 'Approved' })
  const unread = () =>
    portal.database(
      `select v.no from portal.document_versions v
        where not exists (select from portal.document_texts t where t.checksum = v.checksum and t.state <> 'reading')`,
    )
  await expect.poll(unread, { timeout: 60_000 }).toEqual([])
  return id
}

test.each([1440, 360])('found by a word inside, read and searched by keyboard: %d px', async (width) => {
  const title = `Réception des souches ${width}`
  const id = await aDocument(
    title,
    await drawnPdf(['Réception', `Température de réfrigération: 4 °C. La température est notée. ${width}`]),
  )
  const page = await aPage(portal, { as: reader, at: `/qaqc?search=temperature+${width}`, width })
  await page.getByText('Température', { exact: true }).first().waitFor()
  await page.getByText(title).first().click()
  await page.getByText('1 of 2', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/documents/${id}`)
  await page.getByText('of 2', { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('Page', { exact: true }).inputValue()).toBe('2')
  await axe(page)

  const pages = page.getByRole('region', { name: `Pages of ${title}` })
  await pages.focus()
  await pressKeys(page, 'Control+f')
  await expect.poll(() => focused(page)).toContain('Search in this document')
  await page.keyboard.type('reception')
  await page.getByText('1 of 1', { exact: true }).waitFor()
  await page.getByLabel('Page', { exact: true }).fill('2')
  await pressKeys(page, 'Enter')
  await expect.poll(() => page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true)
})

test('a locked file asks for its password, one that is damaged says so', async () => {
  const locked = await aDocument('Locked', await drawnPdf(['Secret'], { userPassword: 'geheim' }))
  const page = await aPage(portal, { as: reader, at: `/documents/${locked}` })
  await page.getByLabel('Document password').fill('wrong')
  await pressKeys(page, 'Enter')
  await page.getByText('Wrong password. Try again.').waitFor()
  await page.getByLabel('Document password').fill('geheim')
  await pressKeys(page, 'Enter')
  await page.getByText('of 1', { exact: true }).waitFor()
  await page.getByText('its text can’t be searched').waitFor()

  const whole = await drawnPdf(['Half of it'])
  const damaged = await aDocument('Damaged', Buffer.concat([whole.subarray(0, 300), whole.subarray(-30)]))
  await open(page, `/documents/${damaged}`)
  await page.getByText('This file can’t be displayed').waitFor()
  await page
    .getByRole('button', { name: /Download.*Damaged/ })
    .first()
    .waitFor()
})

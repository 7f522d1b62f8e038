import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, open } from './support/browser.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let buyer: Person
let administrator: Person
beforeAll(async () => {
  portal = await startPortal()
  const tenant = await portal.aTenant({ name: 'Northern Harbour' })
  buyer = await portal.aPerson({ tenants: [tenant], name: 'Robin Buyer' })
  administrator = await portal.aPerson({ administrator: true, name: 'Alex Admin' })
})
afterAll(() => portal?.close())

test('feedback is given on a phone, thanked for, and looked at by an administrator', async () => {
  const page = await aPage(portal, { as: buyer, at: '/feedback', width: 360 })
  await page.getByRole('heading', { level: 1, name: 'Client feedback' }).waitFor()
  await page.getByText('Northern Harbour', { exact: true }).waitFor()
  await page.getByRole('group', { name: 'Ease of use' }).getByRole('radio', { name: '4 stars' }).check()
  await page.getByLabel('Missing features').fill('Blanket orders')
  await page.getByRole('radio', { name: 'Probably', exact: true }).check()
  await page.getByLabel('You may contact me about my feedback').check()
  await axe(page)
  // What was written stays over a reload, until it is sent.
  await page.reload()
  expect(await page.getByLabel('Missing features').inputValue()).toBe('Blanket orders')
  await page.getByRole('button', { name: 'Submit Feedback' }).click()
  await page.getByText('We review it within 2 to 3 business days.').waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Submit Another Feedback' }).click()
  await page.getByLabel('Missing features').waitFor()
  expect(await page.getByLabel('Missing features').inputValue()).toBe('')

  const inbox = await aPage(portal, { as: administrator, at: '/admin/feedback' })
  await inbox
    .getByRole('row', { name: /Robin Buyer/ })
    .getByText('Blanket orders')
    .click()
  const sheet = inbox.getByRole('dialog', { name: 'Robin Buyer' })
  await sheet.getByText('Blanket orders').waitFor()
  await axe(inbox)
  await sheet.getByRole('button', { name: 'Mark as reviewed' }).click()
  await sheet.waitFor({ state: 'detached' })
  await inbox
    .getByRole('row', { name: /Robin Buyer/ })
    .getByText('Reviewed', { exact: true })
    .waitFor()
})

test('feedback in French; without a session one signs in first', async () => {
  const page = await aPage(portal, { as: buyer, at: '/feedback', lang: 'fr-CA' })
  await page.getByRole('heading', { level: 1, name: 'Commentaires des clients' }).waitFor()
  await expectFrench(page, ['Northern Harbour', buyer.email])
  const stranger = await aPage(portal)
  await open(stranger, '/feedback')
  await expect.poll(() => new URL(stranger.url()).pathname).toBe('/acces')
})

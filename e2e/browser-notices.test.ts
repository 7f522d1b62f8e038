import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aBrowser, aPage, open } from './support/browser.ts'
import { type Doubled, doubleNotices, leave, shown } from './support/doubled-notices.ts'
import { enter } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let tenant: number
let buyer: Person
let service: Person
beforeAll(async () => {
  portal = await startPortal()
  tenant = await portal.aTenant({ name: 'Boréal Santé' })
  buyer = await portal.aPerson({ name: 'Marie Roy', tenants: [tenant] })
  service = await portal.aPerson({ name: 'Josée Pelletier', staff: 'customer_service' })
})
afterAll(() => portal?.close())

const unread = (page: Page, count: number) =>
  page.getByRole('button', { name: `Notifications, ${count} unread` }).waitFor({ timeout: 30_000 })

async function write(staff: Page, subject: string) {
  const answer = await staff.request.post('/api/v1/conversations', {
    data: { subject, text: 'Please look.', key: randomUUID(), tenantId: tenant },
    headers: { origin: portal.url },
  })
  expect(answer.status()).toBe(200)
}

test('whoever allowed it is told by the browser once, in whatever tabs, and not of what the tab in front of them shows', async () => {
  const staff = await aPage(portal, { as: service, at: '/' })
  const context = await aBrowser(portal, { as: buyer })
  await doubleNotices(context)
  const page = await context.newPage()
  // Not asked for yet: it is the user's to allow, where the choices are.
  await open(page, '/settings')
  await page.getByText('This browser doesn’t show notifications yet.').waitFor()
  await enter(page, 'button', 'Allow in this browser')
  await page.getByText('This browser shows notifications.').waitFor()

  const other = await context.newPage()
  await open(other, '/')
  await open(page, '/orders')
  await leave(page, true)
  await leave(other, true)
  await write(staff, 'Proof of the label')
  await unread(page, 1)
  await unread(other, 1)
  const all = async () => [...(await shown(page)), ...(await shown(other))]
  await expect.poll(all).toEqual(['New message: Proof of the label'])
  // Its click leads to what it tells of.
  for (const tab of [page, other]) await tab.evaluate(() => (window as unknown as Doubled).shown[0]?.click())
  const opened = (await shown(page)).length > 0 ? page : other
  await opened.waitForURL('**/chat?**conversation=**')
  await opened.getByRole('log').getByText('Please look.').waitFor()

  // Somebody looks: the bell says it, the browser does not.
  await leave(page, false)
  await leave(other, false)
  await write(staff, 'Second proof')
  await unread(page, 1)
  await unread(other, 1)
  expect(await all()).toEqual(['New message: Proof of the label'])
})

test('whoever did not allow it, or does not wish it, is told by the bell alone', async () => {
  const staff = await aPage(portal, { as: service, at: '/' })
  for (const [allows, wishes] of [
    [false, true],
    [true, false],
  ] as const) {
    const person = await portal.aPerson({ tenants: [tenant] })
    const context = await aBrowser(portal, { as: person, width: 360, lang: 'fr-CA' })
    await doubleNotices(context, { allowed: allows })
    if (!wishes)
      await portal.database('update portal.profiles set notify_browser = false where email = $1', [
        person.email,
      ])
    const page = await context.newPage()
    await open(page, '/settings')
    await page
      .getByText(
        allows
          ? 'Ce navigateur affiche les notifications.'
          : 'Ce navigateur n’affiche pas encore les notifications.',
      )
      .waitFor()
    await axe(page)
    await open(page, '/orders')
    await leave(page, true)
    await write(staff, `Notice ${allows}`)
    await page.getByRole('button', { name: /^Notifications, à lire.: 1$/ }).waitFor({ timeout: 30_000 })
    expect(await shown(page)).toEqual([])
  }
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampled } from '../test/support/sampled.ts'
import { axe } from './support/axe.ts'
import { aPage, open, settled } from './support/browser.ts'
import { allowFault, expectFault } from './support/faults.ts'
import { orderRows } from './support/orders.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { salesRows } from './support/sales.ts'
import { expectFrench, expectNoEnglish } from './support/words.ts'

let portal: Portal
let administrator: Person

beforeAll(async () => {
  portal = await startPortal({ REPORTING_AS_OF: '2025-08-20' })
  await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  await portal.aTenant({ name: 'Newcomer' })
  await portal.ingest('orders', orderRows('LOST', 3))
  await portal.ingest('sales-history', [...salesRows('NH')])
  administrator = await portal.aPerson({ administrator: true })
})
afterAll(() => portal?.close())

/** Of an administrator over all clients, who sees the most. */
const SCREENS = [
  '/',
  '/orders',
  '/sales',
  '/current-sales',
  '/sales-analytics',
  '/profile',
  '/settings',
  '/security',
  '/notifications',
  '/admin/tenants',
  '/admin/modules',
  '/admin/ingestion',
  '/admin/company',
  '/admin/health',
  '/admin/users',
  '/admin/roles',
  '/admin/temporary-access',
  '/admin/announcements',
  '/admin/display-rules',
  '/admin/unassigned',
  '/admin/reporting',
  '/admin/mail',
  '/admin/audit',
]
const SPOKEN = (['fr-CA', 'de', 'es'] as const).flatMap((lang) => SCREENS.map((at) => ({ lang, at })))

describe('Administration', () => {
  test('no screen speaks English in another language', async () => {
    const page = await aPage(portal, { as: administrator })
    const rows = [...orderRows('LOST', 3), ...salesRows('NH')]
    const data = new Set(rows.flatMap((row) => Object.values(row).map(String)))
    for (const { lang, at } of sampled('screens in three languages', SPOKEN, 5)) {
      await open(page, at, { lang })
      await expectNoEnglish(page, lang, data)
    }
  })

  test('a display rule is looked at before it counts, acts on history, and is taken back', async () => {
    const page = await aPage(portal, { as: administrator, at: '/admin/display-rules' })
    await page.getByRole('heading', { level: 1, name: 'Display rules' }).waitFor()
    await axe(page)
    const { topProducts } = await (await page.request.get('/api/v1/sales/history')).json()
    const product = topProducts[0].product as string
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Put into the list' }).click()
    await dialog.getByText('Please fill this in.').first().waitFor()
    await dialog.getByLabel('Fits when it').selectOption('equals')
    await dialog.getByLabel('Text', { exact: true }).fill(product)
    await dialog.getByLabel('Shown as').fill('Renamed')
    await dialog.getByRole('button', { name: 'Put into the list' }).click()
    await page.getByText('Nothing is in force yet.').waitFor()

    // What was edited outlasts a reload.
    await page.reload()
    await page.getByRole('button', { name: 'Preview and apply' }).click()
    const names = page.getByRole('dialog').getByRole('region', { name: 'Names' })
    await names.getByRole('cell', { name: 'Renamed' }).waitFor()
    await axe(page)
    await page.getByRole('button', { name: 'Apply to all history' }).click()
    await page.getByText(/Applied to all history in/).waitFor()
    const top = async () =>
      (await (await page.request.get('/api/v1/sales/history')).json()).topProducts.map(
        (one: { product: string }) => one.product,
      )
    expect(await top()).toContain('Renamed')
    await page.getByText(/^Changed by Test Person/).waitFor()

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByRole('cell', { name: 'Renamed' }).first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Taken back, on all history.').waitFor()
    expect(await top()).not.toContain('Renamed')
  })

  test('an unassigned client goes to a tenant and back, by keyboard and on a phone', async () => {
    const page = await aPage(portal, { as: administrator, at: '/admin/unassigned', width: 390 })
    await page.getByText('LOST', { exact: true }).waitFor()
    await axe(page)
    await page.getByRole('button', { name: 'Assign…' }).press('Enter')
    await page.getByLabel('Client of the portal').selectOption({ label: 'Newcomer' })
    await page.getByRole('dialog').getByRole('cell', { name: 'Orders' }).first().waitFor()
    await axe(page)
    await page.getByRole('button', { name: 'Assign to Newcomer' }).press('Enter')
    await page.getByText('LOST belongs to Newcomer now, with all its rows.').waitFor()
    await page.getByText('Every row has its client').waitFor()
    await page.getByRole('button', { name: 'Take back' }).press('Enter')
    await page.getByRole('dialog').getByRole('cell', { name: 'Orders' }).first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).press('Enter')
    await page.getByText('LOST was taken back from Newcomer.').waitFor()
    await page.getByRole('button', { name: 'Assign…' }).waitFor()
  })

  test('a forgotten password: asked for, its link handed over from the outbox, and mended', async () => {
    const person = await portal.aPerson({ administrator: true })
    const visitor = await aPage(portal, { at: '/acces' })
    await visitor.getByRole('link', { name: 'Forgot your password?' }).click()
    await visitor.getByRole('button', { name: 'Send the link' }).click()
    await visitor.getByText('Enter your e-mail address.', { exact: true }).waitFor()
    await axe(visitor)
    await visitor.getByLabel('Email').fill(person.email)
    await visitor.getByRole('button', { name: 'Send the link' }).click()
    await visitor.getByText('Look at your mail').waitFor()

    const page = await aPage(portal, { as: administrator, at: '/admin/mail', width: 390 })
    await page.getByRole('searchbox', { name: 'Address' }).fill(person.email)
    await page.getByText('1 mail', { exact: true }).waitFor()
    await page.getByRole('listitem').getByRole('button').press('Enter')
    await page.getByText('/reset#••••••').waitFor()
    await axe(page)
    await page.getByRole('button', { name: 'Show the link…' }).press('Enter')
    await page.getByText(`Show the link for ${person.email}?`).waitFor()
    await page.getByRole('button', { name: 'Show the link…' }).press('Enter')
    const link = await page.locator('code').innerText()
    await axe(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText('a link meant for you was shown').first().waitFor()

    await visitor.goto(link)
    await visitor.getByText(`For the account ${person.email}.`, { exact: false }).waitFor()
    expect(visitor.url()).not.toContain('#')
    await visitor.getByLabel('New password', { exact: true }).fill('too short')
    await visitor.getByRole('button', { name: 'Save the password' }).click()
    await visitor.getByText('Too short: 15 characters at least.').waitFor()
    await axe(visitor)
    await visitor.getByLabel('New password', { exact: true }).fill('a-quiet-lantern-by-9')
    await visitor.getByRole('button', { name: 'Save the password' }).click()
    await visitor.getByText('Your password was changed').waitFor()
    expectFault(visitor.context(), /^404 POST \/api\/auth\/password\/look/)
    await visitor.goto(link)
    await visitor.reload()
    await visitor.getByText('This link is not valid').waitFor()
  })

  test('people are invited from a pasted list, join by their link, get another role and leave', async () => {
    const tenant = await portal.aTenant({ name: 'Fjord' })
    const owner = await portal.aPerson({ tenants: [tenant], role: 'tenant_admin', name: 'Olga Owner' })
    const page = await aPage(portal, { as: owner, at: '/members', width: 390 })
    await page.getByRole('button', { name: 'Invite…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('Enter an address.').waitFor()
    await page.getByLabel('E-mail addresses').fill(`Nora <nora@fjord.example>, ${owner.email}`)
    await page.getByRole('dialog').getByLabel('Role').selectOption('finance_manager')
    await axe(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('1 invitation was written.').waitFor()
    await page.getByRole('list', { name: 'Invitations' }).getByText('nora@fjord.example').waitFor()
    await axe(page)

    const links = await aPage(portal, { as: administrator, at: '/admin/mail' })
    await links.getByRole('row').filter({ hasText: 'nora@fjord.example' }).press('Enter')
    await links.getByRole('button', { name: 'Show the link…' }).click()
    await links.getByText('Show the link for nora@fjord.example?').waitFor()
    await links.getByRole('button', { name: 'Show the link…' }).click()
    const link = await links.locator('code').innerText()

    const nora = await aPage(portal, { at: link })
    await nora.getByRole('heading', { name: 'Join Fjord' }).waitFor()
    expect(nora.url()).not.toContain('#')
    await nora.getByRole('button', { name: 'Join' }).click()
    await nora.getByText('Enter your name.').waitFor()
    await nora.getByLabel('Your name').fill('Nora Nygaard')
    await nora.getByLabel('Password', { exact: true }).fill('a-quiet-lantern-by-9')
    await axe(nora)
    await nora.getByRole('button', { name: 'Join' }).click()
    await nora.getByText('You have joined Fjord').waitFor()
    await nora.getByRole('link', { name: 'Open the portal' }).click()
    await nora.getByRole('heading', { name: 'Welcome back, Nora Nygaard' }).waitFor()
  })

  test('a member gets another role and leaves; who manages the people last stays', async () => {
    const tenant = await portal.aTenant({ name: 'Skerry' })
    const owner = await portal.aPerson({ tenants: [tenant], role: 'tenant_admin', name: 'Olga Owner' })
    const { email } = await portal.aPerson({
      tenants: [tenant],
      role: 'finance_manager',
      name: 'Nora Nygaard',
    })
    const page = await aPage(portal, { as: owner, at: '/members' })
    const row = page.getByRole('listitem').filter({ hasText: email })
    await row.getByRole('button', { name: 'Change the role…' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Role').selectOption('viewer')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Nora Nygaard is Viewer now.').waitFor()
    await row.getByRole('button', { name: 'Remove…' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
    await page.getByText('Nora Nygaard has no access any more.').waitFor()
    expectFault(page.context(), /^409 POST/)
    const self = page.getByRole('listitem').filter({ hasText: owner.email })
    await self.getByRole('button', { name: 'Remove…' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
    await page.getByText(/Nobody else here manages the members/).waitFor()

    await open(page, '/members?lang=fr-CA')
    await settled(page)
    await expectFrench(page)
    await open(page, '/security')
    await page.getByText('celle-ci').waitFor()
    await expectFrench(page)
  })

  test('the trail: filtered, opened by keyboard, verified and taken along', async () => {
    const page = await aPage(portal, { as: administrator, at: '/admin/audit?action=tenant.created' })
    await page.getByText(/^\d+ entries$/).waitFor()
    await axe(page)
    await page.getByRole('row').filter({ hasText: 'Newcomer' }).press('Enter')
    const entry = page.getByRole('dialog')
    await entry.getByRole('row', { name: 'name Newcomer' }).waitFor()
    await entry.getByText(/^[0-9a-f]{64}$/).waitFor()
    await axe(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Verify the chains' }).click()
    await page.getByText(/^Every chain is whole: \d+ entries in \d+ chains\.$/).waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'For other programs (CSV)' }).click()
    expect((await file).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('row').filter({ hasText: 'Audit trail exported' }).first().waitFor()
  })

  test('says in French all that it says, also of the calendar and the checks', async () => {
    const page = await aPage(portal, { as: administrator, at: '/admin/reporting', lang: 'fr-CA' })
    await page.getByText('Pas encore vérifié').waitFor()
    await axe(page)
    await expectFrench(page)
    for (const address of ['/admin/display-rules', '/admin/unassigned', '/admin/mail', '/admin/audit']) {
      await open(page, address)
      await settled(page)
      await expectFrench(page)
    }
  })

  test('a code lets somebody without an account look for a while, and ends when it is revoked', async () => {
    const page = await aPage(portal, { as: administrator, at: '/admin/temporary-access' })
    await page.getByRole('listitem').filter({ hasText: 'Northern Harbour' }).getByRole('button').click()
    await page.getByText('Northern Harbour allows temporary access now.').waitFor()
    await page.getByRole('button', { name: 'Issue a code…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail').fill('guest@visitor.example')
    await axe(page)
    await page.keyboard.press('Enter')
    const [code = ''] = /\w{4}(-\w{4}){3}/.exec(await dialog.getByText(/^\w{4}-/).innerText()) ?? []
    await axe(page)
    await dialog.getByRole('button', { name: 'Done' }).click()

    const guest = await aPage(portal, { at: '/acces', width: 360 })
    const enter = guest.getByRole('button', { name: 'Temporary Access (Demo)' })
    await enter.click()
    await guest.getByText('Please enter both email and temporary password.').waitFor()
    await guest.getByLabel('Email').fill('guest@visitor.example')
    await guest.getByLabel('Password', { exact: true }).fill(code)
    await enter.click()
    const banner = guest.getByText('Accès temporaire – Ne pas partager')
    await banner.waitFor()
    await open(guest, '/sales')
    await banner.waitFor()
    await axe(guest)

    expectFault(guest.context(), /401/)
    await page.reload()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await guest.waitForURL(/\/acces/, { timeout: 30_000 })
  })

  test('an administrator looks as a role, marked on every screen, and the client’s administrator reads of it', async () => {
    const tenant = await portal.aTenant({ name: 'Lagoon' })
    const owner = await portal.aPerson({ tenants: [tenant], role: 'tenant_admin', name: 'Olga Owner' })
    const page = await aPage(portal, { as: administrator, at: `/admin/tenants/${tenant}`, width: 360 })
    await page.getByRole('button', { name: 'View as…' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Role').selectOption('sales_analyst')
    await dialog.getByLabel('Reason').fill('a call about August')
    await axe(page)
    await page.keyboard.press('Enter')
    const banner = page.getByText(/^You are looking as Sales Analyst of Lagoon until \d\d:\d\d\.$/)
    await banner.waitFor()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await settled(page)
    await axe(page)
    await open(page, '/sales')
    await banner.waitFor()
    await page.getByRole('button', { name: 'End' }).press('Enter')
    await banner.waitFor({ state: 'detached' })
    await page.getByText('All clients').first().waitFor({ state: 'attached' })
    await settled(page)

    const there = await aPage(portal, { as: owner, at: '/members' })
    const looks = there.getByRole('list', { name: 'Looks by the manufacturer' })
    await looks.getByText('Reason: a call about August').waitFor()
    await looks.getByText(/as Sales Analyst/).waitFor()
    await axe(there)

    // The next one runs out by itself.
    await open(page, `/admin/tenants/${tenant}`)
    await page.getByRole('button', { name: 'View as…' }).click()
    await dialog.getByLabel('Reason').fill('a second call')
    await page.keyboard.press('Enter')
    await page.getByText(/^You are looking as Viewer of Lagoon/).waitFor()
    await settled(page)
    // Screens that ask before they hear of it are refused as those of another place.
    allowFault(page.context(), /^409 GET/)
    await portal.database(`update auth.sessions set view_ends = now() where view_role is not null`)
    await page.getByText(/^Your look as Viewer of Lagoon is over/).waitFor()
    await settled(page)
    await axe(page)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByText(/^Your look as Viewer/).waitFor({ state: 'detached' })
  })

  test('an announcement is written with a preview, appears on open dashboards, is put away and withdrawn', async () => {
    const tenant = await portal.aTenant({ name: 'Marina' })
    const reader = await portal.aPerson({ tenants: [tenant], role: 'viewer' })
    const dashboard = await aPage(portal, { as: reader, at: '/', width: 360 })
    const page = await aPage(portal, { as: administrator, at: '/admin/announcements' })
    await page.getByRole('button', { name: 'New announcement…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Kind').selectOption('maintenance')
    await dialog.getByLabel('For', { exact: true }).selectOption('some')
    await dialog.getByLabel('Marina').check()
    await dialog.getByLabel('Title').fill('Closed on Friday')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByText(/needs both a title and a text/).waitFor()
    await dialog.getByLabel('Text', { exact: true }).fill('We count the stock.\nBack on Monday.')
    await dialog.getByRole('status').getByText('Back on Monday.').waitFor()
    await settled(page)
    await page.reload()
    await page.getByRole('button', { name: 'New announcement…' }).click()
    await dialog.getByText('You did not finish this; it was kept for you.').waitFor()
    await dialog.getByRole('status').getByText('Back on Monday.').waitFor()
    await axe(page)
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('The announcement is published.').waitFor()
    await page.getByRole('row').filter({ hasText: 'Closed on Friday' }).waitFor()
    await axe(page)

    const told = dashboard.getByRole('region', { name: 'Announcements' })
    await told.getByText('Closed on Friday').waitFor()
    await axe(dashboard)
    await told.getByRole('button', { name: 'Put away: Closed on Friday' }).press('Enter')
    await told.waitFor({ state: 'detached' })

    const bell = (name: string) => dashboard.getByRole('button', { name, exact: true })
    await bell('Notifications, 1 unread').press('Enter')
    const news = dashboard.getByRole('dialog', { name: 'Notifications' })
    await news.getByRole('button', { name: /^Announcement: Closed on Friday/ }).waitFor()
    await axe(dashboard)
    await news.getByRole('button', { name: 'Mark all as read' }).press('Enter')
    await bell('Notifications').waitFor()
    await news.getByRole('link', { name: 'All notifications' }).press('Enter')
    await dashboard.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
    await axe(dashboard)

    await page.getByRole('row').filter({ hasText: 'Closed on Friday' }).press('Enter')
    await dialog.getByRole('button', { name: 'Withdraw…' }).click()
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.getByText('The announcement was withdrawn.').waitFor()
    await page.getByRole('row').filter({ hasText: 'Withdrawn' }).waitFor()
  })
})

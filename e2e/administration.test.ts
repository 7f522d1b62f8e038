import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import en from '../messages/en.json' with { type: 'json' }
import fr from '../messages/fr-CA.json' with { type: 'json' }
import { axe } from './support/axe.ts'
import { aPage, open, settled } from './support/browser.ts'
import { allowFault, expectFault } from './support/faults.ts'
import { actOn, choose, enter, openRow, pressKeys, tabTo, write } from './support/keyboard.ts'
import { orderRows } from './support/orders.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { salesRows } from './support/sales.ts'
import { expectFrench } from './support/words.ts'

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

const WIDTHS = [1440, 360]

describe('Administration', () => {
  test('a display rule is looked at before it counts, acts on history, and is taken back', async () => {
    const page = await aPage(portal, { as: administrator, at: '/admin/display-rules' })
    await page.getByRole('heading', { level: 1, name: 'Display rules' }).waitFor()
    await axe(page)
    const { topProducts } = await (await page.request.get('/api/v1/sales/history')).json()
    const product = topProducts[0].product as string
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add to list' }).click()
    await dialog.getByText('Enter a value.').first().waitFor()
    await dialog.getByLabel('Condition').selectOption('equals')
    await dialog.getByLabel('Text', { exact: true }).fill(product)
    await dialog.getByLabel('Shown as').fill('Renamed')
    await dialog.getByRole('button', { name: 'Add to list' }).click()
    await page.getByText('Apply the changes for them to take effect.').waitFor()

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
    await page.getByText('Undone for all history').waitFor()
    expect(await top()).not.toContain('Renamed')
  })

  test.each(WIDTHS)('an unassigned client goes to a tenant and back: %d px', async (width) => {
    const page = await aPage(portal, { as: administrator, at: '/admin/unassigned', width })
    await page.getByText('LOST', { exact: true }).waitFor()
    // What is searched for is in the address, and there after a reload (B6).
    await write(page, 'Search code or name', 'lost')
    await page.waitForURL(/\?search=lost$/)
    await page.reload()
    await page.getByText('LOST', { exact: true }).waitFor()
    expect(await page.getByRole('searchbox', { name: 'Search code or name' }).inputValue()).toBe('lost')
    await write(page, 'Search code or name', '')
    await page.waitForURL(/\/admin\/unassigned$/)
    await axe(page)
    await actOn(page, 'LOST', 'Assign…')
    await page.getByRole('dialog', { name: 'Assign LOST' }).waitFor()
    await choose(page, 'Company', 'Newcomer')
    await page.getByRole('dialog').getByRole('cell', { name: 'Orders' }).first().waitFor()
    await axe(page)
    await enter(page, 'button', 'Assign to Newcomer')
    await page.getByText('LOST and all its rows assigned to Newcomer').waitFor()
    await page.getByText('No unassigned clients').waitFor()
    await actOn(page, 'Newcomer', 'Undo assignment')
    await page.getByRole('dialog').getByRole('cell', { name: 'Orders' }).first().waitFor()
    await axe(page)
    await enter(page, 'button', 'Undo assignment')
    await page.getByText('Assignment of LOST to Newcomer undone').waitFor()
    await page.getByText('1 of 1 client', { exact: true }).waitFor()
  })

  test.each([
    [1440, 'en'],
    [360, 'fr-CA'],
  ] as const)(
    'what people made on a client’s rows is told before it is taken back, and confirmed: %d px, %s',
    async (width, lang) => {
      const { unassigned: words } = lang === 'en' ? en : fr
      const code = `WORKED-${width}`
      const name = `Company ${width}`
      const tenant = await portal.aTenant({ name, clientCode: code })
      await portal.ingest('orders', orderRows(code, 1))
      await portal.database(
        `insert into portal.client_assignments (source_id, client_code, to_tenant, made_link, moved, assigned_by)
         select source_id, client_code, tenant_id, true, '{"orders": 1}', (select user_id from portal.profiles where email = $2) from portal.orders where client_code = $1`,
        [code, administrator.email],
      )
      await portal.database(
        `insert into portal.conversations (tenant_id, subject, order_source, order_key, opened_by, opened_name, by_staff)
         select tenant_id, 'Delivery', source_id, source_key, 'x', 'Test Person', false from portal.orders where client_code = $1`,
        [code],
      )
      const page = await aPage(portal, { as: administrator, at: '/admin/unassigned', width, lang })
      await actOn(page, name, words.undo)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('heading', { name: words.made.title }).waitFor()
      await dialog.getByText(lang === 'en' ? '1 conversation stays.' : '1 conversation reste.').waitFor()
      expect(await dialog.getByRole('button', { name: words.undo, exact: true }).isDisabled()).toBe(true)
      await axe(page)
      await tabTo(page, 'checkbox', words.made.confirm)
      await pressKeys(page, 'Space')
      await enter(page, 'button', words.undo)
      await page.getByText(words.takenBack.replace('{client}', code).replace('{tenant}', name)).waitFor()
      expect(await portal.database('select from portal.orders where tenant_id = $1', [tenant])).toEqual([])
    },
  )

  test.each(WIDTHS)(
    'a forgotten password: asked for, its link handed over from the outbox, and mended: %d px',
    async (width) => {
      const person = await portal.aPerson({ administrator: true })
      const visitor = await aPage(portal, { at: '/acces', width })
      await enter(visitor, 'link', 'Forgot your password?')
      await visitor.getByRole('button', { name: 'Send link' }).waitFor()
      await enter(visitor, 'button', 'Send link')
      await visitor.getByText('Enter your email address.', { exact: true }).waitFor()
      await axe(visitor)
      await visitor.keyboard.insertText(person.email)
      await pressKeys(visitor, 'Enter')
      await visitor.getByText('Check your email').waitFor()

      const page = await aPage(portal, { as: administrator, at: '/admin/mail', width })
      await write(page, 'Address', person.email)
      await page.getByText('1 email', { exact: true }).waitFor()
      await openRow(page, person.email)
      await page.getByText('/reset#••••••').waitFor()
      await axe(page)
      await enter(page, 'button', 'Show link…')
      await page.getByText(`Show the link for ${person.email}?`).waitFor()
      await enter(page, 'button', 'Show link…')
      const link = await page.locator('code').innerText()
      await axe(page)
      await enter(page, 'button', 'Close')
      await page.getByText('a link meant for you was shown').first().waitFor()

      await visitor.goto(link)
      await visitor.getByText(`For the account ${person.email}.`, { exact: false }).waitFor()
      expect(visitor.url()).not.toContain('#')
      await write(visitor, 'New password', 'too short')
      await pressKeys(visitor, 'Enter')
      await visitor.getByText('Use at least 15 characters.').waitFor()
      await axe(visitor)
      await pressKeys(visitor, 'Control+a')
      await visitor.keyboard.insertText('a-quiet-lantern-by-9')
      await enter(visitor, 'button', 'Save password')
      await visitor.getByText('Password changed').waitFor()
      expectFault(visitor.context(), /^404 POST \/api\/auth\/password\/look/)
      await visitor.goto(link)
      await visitor.reload()
      await visitor.getByText('This link isn’t valid').waitFor()
    },
  )

  test.each(WIDTHS)('people are invited from a pasted list, and join by their link: %d px', async (width) => {
    const company = `Fjord ${width}`
    const address = `nora@fjord-${width}.example`
    const tenant = await portal.aTenant({ name: company })
    const owner = await portal.aPerson({ tenants: [tenant], role: 'tenant_admin', name: 'Olga Owner' })
    const page = await aPage(portal, { as: owner, at: '/members', width })
    await enter(page, 'button', 'Invite…')
    await page.getByRole('dialog').waitFor()
    await enter(page, 'button', 'Invite')
    await page.getByText('Enter an email address.').waitFor()
    await tabTo(page, 'textbox', /^Email addresses/, 'Shift+Tab')
    await page.keyboard.insertText(`Nora <${address}>, ${owner.email}`)
    await choose(page, 'Role', 'Finance Manager')
    await axe(page)
    await enter(page, 'button', 'Invite')
    await page.getByText('1 invitation sent.').waitFor()
    await page.getByRole('region', { name: 'Invitations' }).getByText(address).first().waitFor()
    await axe(page)

    const links = await aPage(portal, { as: administrator, at: '/admin/mail', width })
    await write(links, 'Address', address)
    await links.getByText('1 email', { exact: true }).waitFor()
    await openRow(links, address)
    await links.getByRole('dialog').waitFor()
    await enter(links, 'button', 'Show link…')
    await links.getByText(`Show the link for ${address}?`).waitFor()
    await enter(links, 'button', 'Show link…')
    const link = await links.locator('code').innerText()

    const nora = await aPage(portal, { at: link, width })
    await nora.getByRole('heading', { name: `Join ${company}` }).waitFor()
    expect(nora.url()).not.toContain('#')
    await enter(nora, 'button', 'Join')
    await nora.getByText('Enter your name.').waitFor()
    await nora.keyboard.insertText('Nora Nygaard')
    await write(nora, 'Password', 'a-quiet-lantern-by-9')
    await axe(nora)
    await pressKeys(nora, 'Enter')
    await nora.getByText(`You have joined ${company}`).waitFor()
    await enter(nora, 'link', 'Open portal')
    await nora.getByRole('heading', { name: 'Welcome back, Nora Nygaard' }).waitFor()
  })

  test.each(WIDTHS)(
    'a member gets another role and leaves; who manages the people last stays: %d px',
    async (width) => {
      const tenant = await portal.aTenant({ name: `Skerry ${width}` })
      const owner = await portal.aPerson({ tenants: [tenant], role: 'tenant_admin', name: 'Olga Owner' })
      const { email } = await portal.aPerson({
        tenants: [tenant],
        role: 'finance_manager',
        name: 'Nora Nygaard',
      })
      const page = await aPage(portal, { as: owner, at: '/members', width })
      await actOn(page, email, 'Change role…')
      await page.getByRole('dialog', { name: 'Role of Nora Nygaard' }).waitFor()
      await choose(page, 'Role', 'Viewer')
      await axe(page)
      await enter(page, 'button', 'Save')
      await page.getByText('Role of Nora Nygaard changed to Viewer').waitFor()
      await actOn(page, email, 'Remove…')
      await page.getByRole('dialog', { name: 'Remove Nora Nygaard?' }).waitFor()
      await enter(page, 'button', 'Remove')
      await page.getByText('Nora Nygaard removed').waitFor()
      expectFault(page.context(), /^409 POST/)
      await actOn(page, owner.email, 'Remove…')
      await page.getByRole('dialog', { name: 'Remove Olga Owner?' }).waitFor()
      await enter(page, 'button', 'Remove')
      await page
        .getByText(/^No one would be left to manage members\. Give someone else that role first\./)
        .waitFor()

      // The trail says whom it was done to, and which roles in words.
      await open(page, '/admin/audit?action=member.role_changed&search=nora')
      await openRow(page, 'Member Nora Nygaard')
      const entry = page.getByRole('dialog')
      await entry.getByRole('row', { name: 'role Finance Manager Viewer' }).waitFor()
      await axe(page)
      await pressKeys(page, 'Escape')

      await open(page, '/members?lang=fr-CA')
      await settled(page)
      await expectFrench(page)
      await open(page, '/security')
      await page.getByText('celle-ci', { exact: true }).waitFor()
      await expectFrench(page)
    },
  )

  test.each(WIDTHS)('the trail: filtered, opened, verified and taken along: %d px', async (width) => {
    const page = await aPage(portal, { as: administrator, at: '/admin/audit?action=tenant.created', width })
    await page.getByText(/^\d+ entries$/).waitFor()
    await axe(page)
    await openRow(page, 'Newcomer')
    const entry = page.getByRole('dialog')
    await entry.getByRole('row', { name: 'name Newcomer' }).waitFor()
    await entry.getByText(/^[0-9a-f]{64}$/).waitFor()
    await axe(page)
    await pressKeys(page, 'Escape')
    await entry.waitFor({ state: 'detached' })
    await tabTo(page, 'button', 'Verify chains', 'Shift+Tab')
    await pressKeys(page, 'Enter')
    await page.getByText(/^All chains are intact: \d+ entries in \d+ chains\.$/).waitFor()
    await tabTo(page, 'button', 'Export', 'Shift+Tab')
    await pressKeys(page, 'Enter')
    const csv = page.getByRole('menuitem', { name: 'Data (CSV)' })
    await csv.waitFor()
    const file = page.waitForEvent('download')
    await tabTo(page, 'menuitem', 'Data (CSV)', 'ArrowDown')
    await pressKeys(page, 'Enter')
    expect((await file).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
    await enter(page, 'button', 'Clear filters')
    const told = page.getByRole('row').or(page.getByRole('listitem'))
    await told.filter({ hasText: 'Audit trail exported' }).first().waitFor()
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

  test.each(WIDTHS)(
    'a code lets somebody without an account look for a while, and ends when it is revoked: %d px',
    async (width) => {
      const company = `Visited ${width}`
      const email = `guest@visitor-${width}.example`
      await portal.aTenant({ name: company })
      const page = await aPage(portal, { as: administrator, at: '/admin/temporary-access', width })
      await write(page, 'Search: Companies that allow it', company)
      await page.getByText('1 found', { exact: true }).waitFor()
      await axe(page)
      await actOn(page, company, 'Allow')
      await page.getByText(`Temporary access allowed for ${company}`).waitFor()
      await tabTo(page, 'button', 'Issue code…', 'Shift+Tab')
      await pressKeys(page, 'Enter')
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await write(page, 'Email', email)
      await dialog.getByRole('combobox').first().waitFor()
      await choose(page, 'Company', company)
      await axe(page)
      await enter(page, 'button', 'Issue code')
      const [code = ''] = /\w{4}(-\w{4}){3}/.exec(await dialog.getByText(/^\w{4}-/).innerText()) ?? []
      await axe(page)
      await enter(page, 'button', 'Done')

      const guest = await aPage(portal, { at: '/acces', width })
      await enter(guest, 'button', 'Temporary Access (Demo)')
      await guest.getByText('Please enter both email and temporary password.').waitFor()
      await write(guest, 'Email', email)
      await write(guest, 'Password', code)
      await enter(guest, 'button', 'Temporary Access (Demo)')
      const banner = guest.getByText('Accès temporaire – Ne pas partager')
      await banner.waitFor()
      for (const screen of ['/feedback', '/about-us', '/sales']) {
        await open(guest, screen)
        await banner.waitFor()
        await axe(guest)
      }

      expectFault(guest.context(), /401/)
      await page.reload()
      await actOn(page, email, 'Revoke…')
      await page.getByRole('dialog', { name: `Revoke access for ${email}?` }).waitFor()
      await enter(page, 'button', 'Revoke')
      await guest.waitForURL(/\/acces/, { timeout: 30_000 })
    },
  )

  test.each(WIDTHS)(
    'an administrator looks as a role, marked on every screen, and the client’s administrator reads of it: %d px',
    async (width) => {
      const company = `Lagoon ${width}`
      const tenant = await portal.aTenant({ name: company })
      const owner = await portal.aPerson({ tenants: [tenant], role: 'tenant_admin', name: 'Olga Owner' })
      const page = await aPage(portal, { as: administrator, at: `/admin/tenants/${tenant}`, width })
      // What it may buy stands there too.
      await page.getByRole('link', { name: 'Whole catalogue…' }).waitFor()
      await enter(page, 'button', 'View as…')
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await choose(page, 'Role', 'Sales Analyst')
      await write(page, 'Reason', 'a call about August')
      await axe(page)
      await page.keyboard.press('Enter')
      const banner = page.getByText(
        new RegExp(`^Viewing ${company} as Sales Analyst until \\d\\d:\\d\\d \\(read-only\\)$`),
      )
      await banner.waitFor()
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
      await settled(page)
      await axe(page)
      await open(page, '/sales')
      await banner.waitFor()
      // Outside the layout too.
      for (const outside of ['/feedback', '/about-us']) {
        await open(page, outside)
        await banner.waitFor()
        await axe(page)
      }
      await enter(page, 'button', 'Stop viewing')
      await banner.waitFor({ state: 'detached' })
      await open(page, '/')
      await banner.waitFor({ state: 'detached' })
      await page.getByText('All companies').first().waitFor({ state: 'attached' })
      await settled(page)

      const there = await aPage(portal, { as: owner, at: '/members', width })
      const looks = there.getByRole('region', { name: 'Viewed by the manufacturer' }).first()
      await looks.getByText('a call about August').waitFor()
      await looks.getByText('Sales Analyst').first().waitFor()
      await axe(there)

      // The next one runs out by itself.
      await open(page, `/admin/tenants/${tenant}`)
      await enter(page, 'button', 'View as…')
      await dialog.waitFor()
      await write(page, 'Reason', 'a second call')
      // A sign-in of a while ago is no proof any more of who looks (A4).
      await portal.database(
        `update auth.sessions set password_at = now() - interval '11 minutes' where user_id =
         (select user_id from portal.profiles where email = $1)`,
        [administrator.email],
      )
      expectFault(page.context(), /^401 POST \/api\/v1\/session\/viewing/)
      await page.keyboard.press('Enter')
      await page
        .getByRole('dialog', { name: 'Confirm it’s you' })
        .getByLabel('Password', { exact: true })
        .waitFor()
      await axe(page)
      await page.keyboard.type(administrator.password)
      await page.keyboard.press('Enter')
      await page.getByText(`Viewing ${company} as Viewer until`).waitFor()
      await settled(page)
      // Screens that ask before they hear of it are refused as those of another place.
      allowFault(page.context(), /^409 GET/)
      await portal.database(`update auth.sessions set view_ends = now() where view_role is not null`)
      await page.getByText(`Stopped viewing ${company} as Viewer`).waitFor()
      await settled(page)
      await axe(page)
      await enter(page, 'button', 'Close')
      await page.getByText(/^Stopped viewing/).waitFor({ state: 'detached' })
    },
  )

  test.each(WIDTHS)(
    'an announcement is written with a preview, appears on open dashboards, is put away and withdrawn: %d px',
    async (width) => {
      const company = `Marina ${width}`
      const title = `Closed on Friday ${width}`
      const tenant = await portal.aTenant({ name: company })
      const reader = await portal.aPerson({ tenants: [tenant], role: 'viewer' })
      const dashboard = await aPage(portal, { as: reader, at: '/', width })
      const page = await aPage(portal, { as: administrator, at: '/admin/announcements', width })
      await enter(page, 'button', 'New announcement…')
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await choose(page, 'Type', 'Maintenance')
      await choose(page, 'Audience', 'Some')
      await tabTo(page, 'checkbox', company)
      await pressKeys(page, 'Space')
      await write(page, 'Title', title)
      await enter(page, 'button', 'Publish')
      await dialog.getByText(/Enter both a title and text/).waitFor()
      await tabTo(page, 'textbox', 'Text', 'Shift+Tab')
      await page.keyboard.insertText('We count the stock.\nBack on Monday.')
      await dialog.getByRole('status').getByText('Back on Monday.').waitFor()
      await settled(page)
      await page.reload()
      await enter(page, 'button', 'New announcement…')
      await dialog.getByText('Your unsaved changes were restored.').waitFor()
      await dialog.getByRole('status').getByText('Back on Monday.').waitFor()
      await axe(page)
      await enter(page, 'button', 'Publish')
      await page.getByText('Announcement published').waitFor()
      const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: title })
      await row.first().waitFor()
      await axe(page)

      const told = dashboard.getByRole('region', { name: 'Announcements' })
      await told.getByText(title).waitFor()
      await axe(dashboard)
      await enter(dashboard, 'button', `Dismiss: ${title}`)
      await told.waitFor({ state: 'detached' })

      const bell = (name: string) => dashboard.getByRole('button', { name, exact: true })
      await bell('Notifications, 1 unread').waitFor()
      await enter(dashboard, 'button', 'Notifications, 1 unread')
      const news = dashboard.getByRole('dialog', { name: 'Notifications' })
      await news.getByRole('button', { name: new RegExp(`^Announcement: ${title}`) }).waitFor()
      await axe(dashboard)
      await enter(dashboard, 'button', 'Mark all as read')
      await bell('Notifications').waitFor()
      await enter(dashboard, 'link', 'All notifications')
      await dashboard.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
      await axe(dashboard)

      await openRow(page, title)
      await dialog.waitFor()
      await enter(page, 'button', 'Withdraw…')
      await dialog.getByRole('button', { name: 'Withdraw', exact: true }).waitFor()
      await enter(page, 'button', 'Withdraw')
      await page.getByText('Announcement withdrawn').waitFor()
      await row.filter({ hasText: 'Withdrawn' }).first().waitFor()
    },
  )
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../test/support/authenticator.ts'
import { axe } from './support/axe.ts'
import { aPage, open } from './support/browser.ts'
import { allowFault, expectFault } from './support/faults.ts'
import { actOn, choose, enter, openRow, pressKeys, tabTo, write } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { signInAgain, signInAgainDialog } from './support/sign-in.ts'

let portal: Portal
let administrator: Person
let harbour: number
beforeAll(async () => {
  portal = await startPortal()
  harbour = await portal.aTenant({ name: 'Northern Harbour' })
  administrator = await portal.aPerson({ administrator: true })
})
afterAll(() => portal?.close())

const WIDTHS = [1440, 360]

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
/** Sent from the page's browser, as its own scripts would. */
const post = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(path, { data, headers: { origin: portal.url } })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}
const sessionOf = async (page: Page) => (await page.request.get('/api/v1/session')).json()

describe('people and what they may do (A7, A8)', () => {
  test.each(WIDTHS)(
    'a role is made, given to somebody, and applies from their next action: %d px',
    async (width) => {
      const name = `Rosa Reader ${width}`
      const role = `Order reader ${width}`
      const person = await portal.aPerson({ tenants: [harbour], name })
      const theirs = await aPage(portal, { as: person, at: '/sales' })
      await heading(theirs, 'Sales History').waitFor()

      const page = await aPage(portal, { as: administrator, at: '/admin/roles', width })
      await enter(page, 'button', 'New role…')
      const dialog = page.getByRole('dialog', { name: 'New role' })
      await dialog.waitFor()
      await write(page, 'Name', role)
      await tabTo(page, 'checkbox', 'orders with their stages')
      await pressKeys(page, 'Space')
      await dialog.getByText('Permissions: orders with their stages.').waitFor()
      await axe(page)
      await tabTo(page, 'textbox', 'Name', 'Shift+Tab')
      await pressKeys(page, 'Enter')
      const made = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: role })
      await made.getByText('no one has it').waitFor()
      await write(page, 'Search: Company roles', role)
      await page.getByText('1 found', { exact: true }).waitFor()
      await page.waitForURL(/tenant=Order\+reader/)
      await axe(page)
      await actOn(page, role, 'Edit…')
      await page.getByRole('dialog', { name: `Role ${role}` }).waitFor()
      await pressKeys(page, 'Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      await open(page, '/admin/users')
      await write(page, 'Search', name)
      await page.getByText('1 person', { exact: true }).waitFor()
      await openRow(page, name)
      await heading(page, name).waitFor()
      await choose(page, 'Role', role)
      await axe(page)
      await enter(page, 'button', 'Save access')
      await page.getByText(`Access for ${name} saved`).waitFor()

      await open(theirs, '/sales')
      await heading(theirs, 'You don’t have access to this page').waitFor()
      await menu(theirs).getByRole('link', { name: 'Orders' }).waitFor()
      expect((await sessionOf(theirs)).permissions).toEqual(['orders.read'])
    },
  )

  test.each(WIDTHS)(
    'a lost factor is reset, a session ended, an account closed and opened again: %d px',
    async (width) => {
      const name = `Lars Lost ${width}`
      const person = await portal.aPerson({ tenants: [harbour], name })
      const theirs = await aPage(portal, { as: person, at: '/' })
      const { password } = person
      const { secret } = await post(theirs, '/api/auth/second-factor/begin', { password })
      await post(theirs, '/api/auth/second-factor/confirm', { code: codeOf(secret) })

      const page = await aPage(portal, { as: administrator, at: `/admin/users?search=lost+${width}`, width })
      await openRow(page, name)
      await heading(page, name).waitFor()
      await enter(page, 'button', 'Reset…')
      const reset = page.getByRole('dialog', { name: `Reset two-factor sign-in for ${name}?` })
      await reset.waitFor()
      await write(page, 'Reason', 'Called us, knew the last order')
      await axe(page)
      await pressKeys(page, 'Enter')
      await page.getByText(`Two-factor sign-in reset for ${name}`).waitFor()
      await page.getByText('Off', { exact: true }).waitFor()
      // Whoever had the factor is signed out with it.
      allowFault(theirs.context(), /^401 /)
      await signInAgainDialog(theirs).waitFor({ timeout: 60_000 })

      await signInAgain(theirs, person)
      await heading(theirs, `Welcome back, ${name}`).waitFor()
      await open(page, new URL(page.url()).pathname)
      await actOn(page, 'Linux', 'End session')
      await page.getByText('Not signed in anywhere').waitFor()
      await signInAgainDialog(theirs).waitFor({ timeout: 60_000 })

      await enter(page, 'button', 'Deactivate…')
      await page.getByRole('dialog', { name: `Deactivate ${name}?` }).waitFor()
      await axe(page)
      await enter(page, 'button', 'Deactivate')
      await page.getByText(`${name} deactivated`).waitFor()
      const answer = () =>
        page.request.post('/api/auth/sign-in/email', { data: person, headers: { origin: portal.url } })
      expect((await answer()).status()).toBe(401)
      await enter(page, 'button', 'Reactivate')
      await page.getByText(`${name} reactivated`).waitFor()
      await axe(page)
    },
  )

  test.each(WIDTHS)(
    'a person whose account is closed is erased, and the trail says so without them: %d px',
    async (width) => {
      const name = `Olga Outgoing ${width}`
      const { email } = await portal.aPerson({ tenants: [harbour], name })
      const page = await aPage(portal, { as: administrator, at: `/admin/users?search=going+${width}`, width })
      await openRow(page, name)
      await enter(page, 'button', 'Deactivate…')
      await page.getByRole('dialog').waitFor()
      await enter(page, 'button', 'Deactivate')
      await enter(page, 'button', 'Erase…')
      const dialog = page.getByRole('dialog', { name: `Erase all personal data of ${name}?` })
      await dialog.waitFor()
      const erase = dialog.getByRole('button', { name: 'Erase', exact: true })
      await write(page, `To confirm, type ${email}`, 'somebody@else.example')
      expect(await erase.isDisabled()).toBe(true)
      await write(page, `To confirm, type ${email}`, email)
      await axe(page)
      await pressKeys(page, 'Enter')
      const done = page.getByRole('dialog', { name: 'Personal data erased' })
      await done.getByText('users').waitFor()
      await done.getByRole('button', { name: 'Close' }).last().click()
      await heading(page, 'Users').waitFor()
      await write(page, 'Search', name)
      await page.getByText('No matching users').waitFor()
      await open(page, '/admin/audit?action=user.erased')
      const row = page.getByText('Personal data erased').and(page.locator(':not(option)'))
      await row.first().waitFor()
      expect(await page.getByText(email).count()).toBe(0)
    },
  )

  test.each(WIDTHS)(
    'a module is hidden: menu and screen of an open session follow, and come back: %d px',
    async (width) => {
      const name = `Quay ${width}`
      const quay = await portal.aTenant({ name })
      const person = await portal.aPerson({ tenants: [quay] })
      const theirs = await aPage(portal, { as: person, at: '/sales' })
      await menu(theirs).getByRole('link', { name: 'Sales History' }).waitFor()
      allowFault(theirs.context(), /^403 /)

      const page = await aPage(portal, {
        as: administrator,
        at: `/admin/modules?search=Quay+${width}`,
        width,
      })
      const sales = page.getByRole('switch', { name: `Sales for ${name}`, exact: true })
      await axe(page)
      await tabTo(page, 'switch', `Dashboard for ${name}`)
      await tabTo(page, 'switch', `Sales for ${name}`, 'ArrowRight')
      await pressKeys(page, 'Space')
      await page.getByText(`Sales hidden for ${name}`).waitFor()
      await expect.poll(() => sales.getAttribute('aria-checked')).toBe('false')
      await heading(theirs, 'This module isn’t enabled').waitFor()
      await menu(theirs).getByRole('link', { name: 'Sales History' }).waitFor({ state: 'detached' })
      await enter(page, 'button', 'Undo')
      await menu(theirs).getByRole('link', { name: 'Sales History' }).waitFor()
      await heading(theirs, 'Sales History').waitFor()
    },
  )
})

describe('what is one’s own (B5, F7)', () => {
  test.each(WIDTHS)(
    'the profile: every field is kept, what was typed outlasts a reload, and other devices follow: %d px',
    async (width) => {
      const person = await portal.aPerson({ tenants: [harbour], name: 'Ada Able' })
      const other = await aPage(portal, { as: person, at: '/', width: width === 360 ? 1440 : 360 })
      const page = await aPage(portal, { as: person, at: '/profile', width })
      await write(page, 'Name', '')
      await enter(page, 'button', 'Save Changes')
      await page.getByText('Enter your name.').waitFor()
      await page.keyboard.insertText('Ada Abelard')
      await write(page, 'Phone', '(514) 555-0123 x204')
      await write(page, 'Address', '1, rue du Quai')
      await write(page, 'Department', 'Purchasing')
      await page.reload()
      await page.getByText('Draft restored.').waitFor()
      await axe(page)
      await enter(page, 'button', 'Save Changes')
      await page.getByText('Profile saved successfully!').waitFor()
      await other.getByRole('heading', { name: 'Welcome back, Ada Abelard' }).waitFor()

      await open(other, '/profile')
      const kept = await Promise.all(
        ['name', 'phone', 'address', 'department'].map((name) =>
          other.locator(`[name="${name}"]`).inputValue(),
        ),
      )
      expect(kept).toEqual(['Ada Abelard', '+1 514 555-0123 #204', '1, rue du Quai', 'Purchasing'])
      await axe(other)
    },
  )

  test.each(WIDTHS)(
    'the settings act at once and on another device: theme, density, language, time zone: %d px',
    async (width) => {
      const person = await portal.aPerson({ tenants: [harbour] })
      const other = await aPage(portal, { as: person, at: '/security', width: width === 360 ? 1440 : 360 })
      const page = await aPage(portal, { as: person, at: '/settings', width })
      const look = (of: Page) =>
        of.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.dataset.density])
      await choose(page, 'Theme', 'Dark')
      await choose(page, 'Display density', 'Compact')
      expect(await look(page)).toEqual(['dark', 'compact'])
      await expect.poll(() => look(other), { timeout: 20_000 }).toEqual(['dark', 'compact'])
      await axe(page)

      const { items } = await (await page.request.get('/api/v1/sessions')).json()
      const since = items.map(({ since: at }: { since: string }) =>
        new Intl.DateTimeFormat('fr-CA', {
          timeStyle: 'short',
          hourCycle: 'h23',
          timeZone: 'Asia/Tokyo',
        }).format(new Date(at)),
      )
      await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
      await page.getByLabel('Preferred language').selectOption('fr-CA')
      await enter(page, 'button', 'Save')
      await heading(page, 'Paramètres').waitFor()
      await heading(other, 'Sécurité').waitFor()
      for (const time of new Set(since)) await other.getByText(String(time)).first().waitFor()
      expect((await sessionOf(other)).timezone).toBe('Asia/Tokyo')
      await axe(other)
    },
  )

  test.each(WIDTHS)(
    'security: another session is ended, the password changed, and the own data taken along: %d px',
    async (width) => {
      const person = await portal.aPerson({ tenants: [harbour] })
      const other = await aPage(portal, { as: person, at: '/' })
      const page = await aPage(portal, { as: person, at: '/security', width })
      await axe(page)
      allowFault(other.context(), /^401 /)
      const theirs = page
        .getByRole('row')
        .or(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem'))
        .filter({ hasText: 'Linux', hasNotText: 'this one' })
      if (width < 700) await theirs.getByRole('button').press('Enter')
      await (width < 700 ? page.getByRole('dialog') : theirs)
        .getByRole('button', { name: 'End session', exact: true })
        .press('Enter')
      await page.getByText('Session ended').waitFor()
      await other.getByRole('dialog', { name: 'Sign in again to continue' }).waitFor({ timeout: 60_000 })

      await enter(page, 'button', 'Change password')
      await page.getByText('Enter your current password.').waitFor()
      await axe(page)
      await page.keyboard.insertText('not-this-one-at-all')
      await write(page, 'New password', 'a-quiet-lantern-by-9')
      expectFault(page.context(), /^422 POST \/api\/auth\/password\/change/)
      await pressKeys(page, 'Enter')
      await page.getByText('Incorrect current password. Try again.').waitFor()
      await pressKeys(page, 'Control+a')
      await page.keyboard.insertText(person.password)
      await pressKeys(page, 'Enter')
      await page.getByText('Password changed. All your other sessions have ended.').waitFor()

      const file = page.waitForEvent('download')
      await enter(page, 'button', 'Download your data')
      expect((await file).suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
      await page.getByText(/^Saved as my-data-/).waitFor()
    },
  )
})

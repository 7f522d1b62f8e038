import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../test/support/authenticator.ts'
import { axe } from './support/axe.ts'
import { aPage, open } from './support/browser.ts'
import { allowFault, expectFault } from './support/faults.ts'
import { pressKeys, tabTo } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let administrator: Person
let harbour: number
beforeAll(async () => {
  portal = await startPortal()
  harbour = await portal.aTenant({ name: 'Northern Harbour' })
  administrator = await portal.aPerson({ administrator: true })
})
afterAll(() => portal?.close())

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
  test('a role is made by keyboard, given to somebody, and counts from their next click on', async () => {
    const person = await portal.aPerson({ tenants: [harbour], name: 'Rosa Reader' })
    const theirs = await aPage(portal, { as: person, at: '/sales' })
    await heading(theirs, 'Sales History').waitFor()

    const page = await aPage(portal, { as: administrator, at: '/admin/roles' })
    await page.getByRole('button', { name: 'New role…' }).first().press('Enter')
    const dialog = page.getByRole('dialog', { name: 'A new role' })
    await dialog.getByLabel('Name').fill('Order reader')
    await tabTo(page, 'checkbox', 'orders with their stages')
    await pressKeys(page, 'Space')
    await dialog.getByText('Sees or does: orders with their stages.').waitFor()
    await axe(page)
    await dialog.getByLabel('Name').press('Enter')
    const row = page.getByRole('listitem').filter({ hasText: 'Order reader' })
    await row.getByText('nobody has it').waitFor()

    await open(page, '/admin/users')
    await page.getByRole('searchbox', { name: 'Search' }).fill('rosa')
    await page.getByText('1 person', { exact: true }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Rosa Reader' }).press('Enter')
    await heading(page, 'Rosa Reader').waitFor()
    await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Order reader' })
    await axe(page)
    await page.getByRole('button', { name: 'Save the access' }).press('Enter')
    await page.getByText('The access of Rosa Reader is saved.').waitFor()

    await open(theirs, '/sales')
    await heading(theirs, 'Not included in your role').waitFor()
    await menu(theirs).getByRole('link', { name: 'Orders' }).waitFor()
    expect((await sessionOf(theirs)).permissions).toEqual(['orders.read'])
  })

  test('on a phone: a lost factor is reset, a session ended, an account closed and opened again', async () => {
    const person = await portal.aPerson({ tenants: [harbour], name: 'Lars Lost' })
    const theirs = await aPage(portal, { as: person, at: '/' })
    const { password } = person
    const { secret } = await post(theirs, '/api/auth/second-factor/begin', { password })
    await post(theirs, '/api/auth/second-factor/confirm', { code: codeOf(secret) })

    const page = await aPage(portal, { as: administrator, at: '/admin/users?search=lars', width: 390 })
    await page.getByText('Lars Lost').first().click()
    await heading(page, 'Lars Lost').waitFor()
    await page.getByRole('button', { name: 'Reset…' }).press('Enter')
    const reset = page.getByRole('dialog', { name: 'Two-factor sign-in of Lars Lost' })
    await reset.getByLabel('Reason').fill('Called us, knew the last order')
    await axe(page)
    await reset.getByLabel('Reason').press('Enter')
    await page.getByText('Lars Lost has no second factor any more.').waitFor()
    await page.getByText('Off', { exact: true }).waitFor()
    // Whoever had the factor is signed out with it.
    allowFault(theirs.context(), /^401 /)
    await theirs.waitForURL(/\/acces/, { timeout: 60_000 })

    await theirs.getByLabel('Email').fill(person.email)
    await theirs.getByLabel('Password', { exact: true }).fill(person.password)
    await theirs.getByRole('button', { name: 'Log In', exact: true }).click()
    await heading(theirs, 'Welcome back, Lars Lost').waitFor()
    await open(page, new URL(page.url()).pathname)
    await page.getByRole('button', { name: 'End', exact: true }).press('Enter')
    await page.getByText('Not signed in anywhere').waitFor()
    await theirs.waitForURL(/\/acces/, { timeout: 60_000 })

    await page.getByRole('button', { name: 'Deactivate…' }).press('Enter')
    const close = page.getByRole('dialog', { name: 'Deactivate Lars Lost?' })
    await axe(page)
    await close.getByRole('button', { name: 'Deactivate' }).press('Enter')
    await page.getByText('Lars Lost cannot sign in any more.').waitFor()
    const answer = () =>
      page.request.post('/api/auth/sign-in/email', { data: person, headers: { origin: portal.url } })
    expect((await answer()).status()).toBe(401)
    await page.getByRole('button', { name: 'Reactivate' }).press('Enter')
    await page.getByText('Lars Lost can sign in again.').waitFor()
    await axe(page)
  })

  test('a module is hidden by keyboard: menu and screen of an open session follow, and come back', async () => {
    const quay = await portal.aTenant({ name: 'Quay' })
    const person = await portal.aPerson({ tenants: [quay] })
    const theirs = await aPage(portal, { as: person, at: '/sales' })
    await menu(theirs).getByRole('link', { name: 'Sales History' }).waitFor()
    allowFault(theirs.context(), /^403 /)

    const page = await aPage(portal, { as: administrator, at: '/admin/modules?search=Quay' })
    const sales = page.getByRole('switch', { name: 'Sales for Quay', exact: true })
    await axe(page)
    await page.getByRole('switch', { name: 'Dashboard for Quay' }).focus()
    for (let step = 0; step < 6; step++) await pressKeys(page, 'ArrowRight')
    await pressKeys(page, 'Space')
    await page.getByText('Sales is hidden for Quay now.').waitFor()
    await expect.poll(() => sales.getAttribute('aria-checked')).toBe('false')
    await heading(theirs, 'This module is not enabled').waitFor()
    await menu(theirs).getByRole('link', { name: 'Sales History' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await menu(theirs).getByRole('link', { name: 'Sales History' }).waitFor()
    await heading(theirs, 'Sales History').waitFor()
  })
})

describe('what is one’s own (B5, F7)', () => {
  test('the profile: every field is kept, what was typed outlasts a reload, and other devices follow', async () => {
    const person = await portal.aPerson({ tenants: [harbour], name: 'Ada Able' })
    const phone = await aPage(portal, { as: person, at: '/', width: 390 })
    const page = await aPage(portal, { as: person, at: '/profile' })
    await page.getByLabel('Name', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Enter your name.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Ada Abelard')
    await page.getByLabel('Phone', { exact: true }).fill('(514) 555-0123 x204')
    await page.getByLabel('Address').fill('1, rue du Quai')
    await page.getByLabel('Department').fill('Purchasing')
    await page.reload()
    await page.getByText('These changes are not saved yet; they were kept for you.').waitFor()
    await axe(page)
    await page.getByLabel('Department').press('Enter')
    await page.getByText('Profile saved successfully!').waitFor()
    await phone.getByRole('heading', { name: 'Welcome back, Ada Abelard' }).waitFor()

    await open(phone, '/profile')
    const kept = await Promise.all(
      ['name', 'phone', 'address', 'department'].map((name) =>
        phone.locator(`[name="${name}"]`).inputValue(),
      ),
    )
    expect(kept).toEqual(['Ada Abelard', '+1 514 555-0123 #204', '1, rue du Quai', 'Purchasing'])
    await axe(phone)
  })

  test('the settings act at once and on another device: theme, density, language, time zone', async () => {
    const person = await portal.aPerson({ tenants: [harbour] })
    const phone = await aPage(portal, { as: person, at: '/security', width: 390 })
    const page = await aPage(portal, { as: person, at: '/settings' })
    const look = (of: Page) =>
      of.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.dataset.density])
    await page.getByLabel('Theme', { exact: true }).selectOption('dark')
    await page.getByLabel('Display density').selectOption('compact')
    expect(await look(page)).toEqual(['dark', 'compact'])
    await expect.poll(() => look(phone), { timeout: 20_000 }).toEqual(['dark', 'compact'])
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
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await heading(page, 'Paramètres').waitFor()
    await heading(phone, 'Sécurité').waitFor()
    for (const time of new Set(since)) await phone.getByText(String(time)).first().waitFor()
    expect((await sessionOf(phone)).timezone).toBe('Asia/Tokyo')
    await axe(phone)
  })

  test('security on a phone: another session is ended, the password changed, and the own data taken along', async () => {
    const person = await portal.aPerson({ tenants: [harbour] })
    const other = await aPage(portal, { as: person, at: '/' })
    const page = await aPage(portal, { as: person, at: '/security', width: 390 })
    await axe(page)
    allowFault(other.context(), /^401 /)
    await page.getByRole('button', { name: 'End', exact: true }).press('Enter')
    await page.getByText('The session has ended.').waitFor()
    await other.waitForURL(/\/acces/, { timeout: 60_000 })

    const change = page.getByRole('button', { name: 'Change the password' })
    await change.click()
    await page.getByText('Enter your current password.').waitFor()
    await page.getByLabel('Current password').fill('not-this-one-at-all')
    await page.getByLabel('New password').fill('a-quiet-lantern-by-9')
    expectFault(page.context(), /^422 POST \/api\/auth\/password\/change/)
    await change.click()
    await page.getByText('This is not your current password.').waitFor()
    await page.getByLabel('Current password').fill(person.password)
    await page.getByLabel('New password').press('Enter')
    await page.getByText('Your password was changed. All your other sessions have ended.').waitFor()

    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download your data' }).press('Enter')
    expect((await file).suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
    await page.getByText(/^Saved as my-data-/).waitFor()
  })
})

import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../test/support/authenticator.ts'
import { axe } from './support/axe.ts'
import { aPage, open } from './support/browser.ts'
import { allowFault, expectFault } from './support/faults.ts'
import { actOn, choose, enter, openRow, pressKeys, tabTo, write } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let administrator: Person

beforeAll(async () => {
  portal = await startPortal()
  administrator = await portal.aPerson({ administrator: true, name: 'Ada Keeper' })
})
afterAll(() => portal?.close())

const WIDTHS = [1440, 360]

/** The sign-in, without a pointer. */
async function signIn(page: Page, { email, password }: Person) {
  await write(page, 'Email', email)
  await write(page, 'Password', password)
  await pressKeys(page, 'Enter')
}

/** The link of a mail to an address, as an administrator hands it over from the outbox. */
async function linkOf(subject: string, email: string): Promise<string> {
  const page = await aPage(portal, { as: administrator, at: '/admin/mail' })
  await page.getByRole('searchbox', { name: 'Address' }).fill(email)
  await page.getByRole('row').filter({ hasText: email }).filter({ hasText: subject }).click()
  await page.getByRole('button', { name: 'Show link…' }).click()
  const asked = page.getByRole('dialog', { name: /^Show the link for/ })
  await asked.getByRole('button', { name: 'Show link…' }).click()
  return page.locator('code').innerText()
}

describe('the console (H1)', () => {
  test.each(WIDTHS)('the company page, saved and shown to visitors; system health: %d px', async (width) => {
    const page = await aPage(portal, { as: administrator, at: '/admin/company', width })
    await write(page, 'Legal name', `Wharf Laboratories ${width} Inc.`)
    await write(page, 'Email', 'nobody')
    expectFault(page.context(), /^422 PATCH \/api\/v1\/admin\/company/)
    await enter(page, 'button', 'Save')
    await page.getByText('Check Email: this value isn’t valid.').waitFor()
    await axe(page)
    await write(page, 'Email', 'desk@wharf.example')
    await enter(page, 'button', 'Save')
    await page.getByText('Company details saved.', { exact: false }).waitFor()
    const visitor = await aPage(portal, { at: '/acces', width })
    // Servers hear of it, and say so on the next page that is opened.
    await expect
      .poll(async () => {
        await open(visitor, '/acces')
        return visitor.locator('body').innerText()
      })
      .toContain(`Wharf Laboratories ${width} Inc.`)

    await open(page, '/admin/health')
    await page.getByText('answers in', { exact: false }).waitFor()
    await enter(page, 'button', 'Refresh')
    await page.getByText('Audit trail check').waitFor()
    await axe(page)
  })

  test.each(WIDTHS)('a new client, its facts and what its sign-in asks for: %d px', async (width) => {
    const name = `Coastal ${width}`
    const page = await aPage(portal, { as: administrator, at: '/admin/tenants', width })
    await enter(page, 'button', 'New company…')
    await page.getByRole('dialog', { name: 'New company' }).waitFor()
    await write(page, 'Name', name)
    await axe(page)
    await enter(page, 'button', 'Create')
    await page.getByRole('heading', { name }).waitFor()
    await page.getByRole('combobox', { name: 'Language', exact: true }).waitFor()
    await choose(page, 'Language', 'fran')
    await enter(page, 'button', 'Save')
    await page.getByText(`${name} saved`).first().waitFor()
    for (const policy of ['Two-factor sign-in required', 'Trusted devices allowed']) {
      await tabTo(page, 'checkbox', policy)
      await pressKeys(page, 'Space')
      await page.getByLabel(policy).and(page.locator(':checked:enabled')).waitFor()
    }
    await axe(page)
    const rows = await portal.database(
      'select language, requires_second_factor as factor, allows_trusted_devices as trusts from portal.tenants where name = $1',
      [name],
    )
    expect(rows).toEqual([{ language: 'fr-CA', factor: true, trusts: true }])
  })

  test.each(WIDTHS)('a key is made and shown once; a batch tells its faulty row: %d px', async (width) => {
    const page = await aPage(portal, { as: administrator, at: '/admin/ingestion', width })
    await enter(page, 'button', 'New API key…')
    await page.getByRole('dialog', { name: 'New API key' }).waitFor()
    await write(page, 'Name', `Mill ${width}`)
    await axe(page)
    await enter(page, 'button', 'Create key')
    const key = await page.locator('code').innerText()
    await axe(page)
    await enter(page, 'button', 'I’ve saved the key')
    const answer = await fetch(`${portal.url}/api/v1/ingest/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify([
        { Primary: `K-${width}`, 'Client Code': 'NONE' },
        { Primary: `L-${width}`, 'Client Code': 'NONE', 'Order Date': 'soon' },
      ]),
    })
    expect(await answer.json()).toMatchObject({ received: 2, rejected: 1 })
    await openRow(page, `Mill ${width} · main`)
    await page.getByText('1 error', { exact: true }).waitFor()
    await page.getByText('Order Date').first().waitFor()
    await axe(page)
    const file = page.waitForEvent('download')
    await enter(page, 'button', 'Export as CSV')
    expect(await (await (await file).createReadStream()).toArray().then(String)).toContain('Order Date')
    await pressKeys(page, 'Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    // The keys are found, sorted and withdrawn like everything else that stands in a table.
    await open(page, `/admin/ingestion?keys=mill+${width}&keysSort=-label`)
    await page.getByText('1 found', { exact: true }).waitFor()
    await axe(page)
    await actOn(page, `Mill ${width}`, 'Revoke…')
    await page.getByRole('dialog', { name: `Revoke Mill ${width}?` }).waitFor()
    await enter(page, 'button', 'Revoke')
    await page.getByText(`Mill ${width} revoked`).waitFor()
  })

  test.each(WIDTHS)('sessions of everybody, found by name: %d px', async (width) => {
    const tenant = await portal.aTenant()
    const person = await portal.aPerson({ tenants: [tenant], name: `Zoé Found-${width}` })
    const theirs = await aPage(portal, { as: person, at: '/' })
    allowFault(theirs.context(), /^401 /)
    const page = await aPage(portal, { as: administrator, at: '/admin/sessions', width })
    await write(page, 'Search', `found-${width}`)
    await page.getByText('1 session', { exact: true }).waitFor()
    await axe(page)
    // What is found is taken along as a file.
    await tabTo(page, 'button', 'Export')
    await pressKeys(page, 'Enter')
    await page.getByRole('menuitem', { name: 'Data (CSV)' }).waitFor()
    await axe(page)
    const file = page.waitForEvent('download')
    await tabTo(page, 'menuitem', 'Data (CSV)', 'ArrowDown')
    await pressKeys(page, 'Enter')
    const taken = await file
    expect(taken.suggestedFilename()).toMatch(/^sessions-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await text(await taken.createReadStream())).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`Zoé Found-${width},${person.email}`)
    await openRow(page, `Zoé Found-${width}`)
    await page.getByRole('dialog').waitFor()
    await axe(page)
    await enter(page, 'button', 'End session')
    await page.getByText('Session ended').waitFor()
  })

  test.each(WIDTHS)('when the next rows are expected is said, feed by feed: %d px', async (width) => {
    const page = await aPage(portal, { as: administrator, at: '/admin/ingestion', width })
    await write(page, 'Search: Feeds', 'price')
    await page.waitForURL(/feeds=price/)
    await page.getByText('1 found', { exact: true }).waitFor()
    await axe(page)
    await actOn(page, 'Price list', 'Change…')
    await page.getByLabel('Hours').waitFor()
    await write(page, 'Hours', 'soon')
    await pressKeys(page, 'Enter')
    await page.getByText('Enter whole hours from 1 to 8784, or leave it empty.').waitFor()
    await axe(page)
    await pressKeys(page, 'Control+a')
    await page.keyboard.insertText('48')
    await pressKeys(page, 'Enter')
    await page.getByText('Interval for Price list saved').waitFor()
    await page.getByText('every 48 hours').first().waitFor()
  })
})

describe('one’s own access', () => {
  test.each(WIDTHS)('another e-mail, confirmed from both addresses: %d px', async (width) => {
    const person = await portal.aPerson({ tenants: [await portal.aTenant()] })
    const next = `next-${width}-${person.email}`
    const page = await aPage(portal, { as: person, at: '/security', width })
    // What counts asks for the password once more.
    allowFault(page.context(), /^401 PUT \/api\/v1\/session\/email/)
    await page.getByText(person.email).first().waitFor()
    await enter(page, 'button', 'Change…')
    await page.getByLabel('New email').waitFor()
    await write(page, 'New email', next)
    await axe(page)
    await enter(page, 'button', 'Send links')
    await page.getByText(`Change to ${next} pending`, { exact: false }).waitFor()

    const opened = await aPage(portal, { width })
    await opened.goto(await linkOf('confirm your change of email address', person.email))
    await opened.getByText(`Your account will use ${next}`, { exact: false }).waitFor()
    await axe(opened)
    await enter(opened, 'button', 'Confirm')
    await opened.getByText('Now open the link in the other email', { exact: false }).waitFor()
    await opened.goto(await linkOf('confirm your new email address', person.email))
    await opened.reload()
    await enter(opened, 'button', 'Confirm')
    await opened.getByText('Email address changed').waitFor()
    allowFault(opened.context(), /^401 GET \/api\/v1\/session/)
    await open(opened, '/acces')
    await signIn(opened, { ...person, email: next })
    await opened.getByRole('heading', { name: /Welcome back/ }).waitFor()
  })

  test.each(WIDTHS)('a device that is trusted is not asked for a code: %d px', async (width) => {
    const tenant = await portal.aTenant()
    await portal.database(
      'update portal.tenants set requires_second_factor = true, allows_trusted_devices = true where id = $1',
      [tenant],
    )
    const person = await portal.aPerson({ tenants: [tenant] })
    const page = await aPage(portal, { at: '/acces', width })
    allowFault(page.context(), /^401 (GET|POST) \/api\/(v1|auth)\//)
    await signIn(page, person)
    const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
    await page.keyboard.type(codeOf(secret))
    await page.keyboard.press('Enter')
    await enter(page, 'button', 'Continue to the portal')
    await page.getByRole('heading', { name: /Welcome back/ }).waitFor()
    const signOut = async () => {
      await page.context().request.post('/api/auth/sign-out', { headers: { origin: portal.url } })
      await page.goto('/acces')
    }
    await signOut()
    await signIn(page, person)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await tabTo(page, 'checkbox', 'Trust this device for 30 days')
    await pressKeys(page, 'Space')
    await axe(page)
    await write(page, 'Code', codeOf(secret, 1))
    await pressKeys(page, 'Enter')
    await page.getByRole('heading', { name: /Welcome back/ }).waitFor()
    await signOut()
    await signIn(page, person)
    await page.getByRole('heading', { name: /Welcome back/ }).waitFor()
  })

  test.each(WIDTHS)('what one is told of, by which way: %d px', async (width) => {
    const person = await portal.aPerson({ tenants: [await portal.aTenant()] })
    const page = await aPage(portal, { as: person, at: '/settings', width })
    const choices = page.getByRole('table')
    await choices.getByRole('checkbox').first().waitFor()
    const before = await choices.getByRole('checkbox').first().isChecked()
    await choices.getByRole('checkbox').first().press(' ')
    await page.getByLabel('From', { exact: true }).fill('21:00')
    await axe(page)
    await enter(page, 'button', 'Save preferences')
    await page.getByText('Enter both hours, or neither.').waitFor()
    await page.getByLabel('Until', { exact: true }).fill('07:00')
    await enter(page, 'button', 'Save preferences')
    await page.getByText('Notification preferences saved').waitFor()
    await page.reload()
    await choices.getByRole('checkbox').first().waitFor()
    expect(await choices.getByRole('checkbox').first().isChecked()).toBe(!before)
  })
})

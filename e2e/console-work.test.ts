import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../test/support/authenticator.ts'
import { axe } from './support/axe.ts'
import { aPage, open } from './support/browser.ts'
import { allowFault, expectFault } from './support/faults.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { fill } from './support/sign-in.ts'

let portal: Portal
let administrator: Person

beforeAll(async () => {
  portal = await startPortal()
  administrator = await portal.aPerson({ administrator: true, name: 'Ada Keeper' })
})
afterAll(() => portal?.close())

const WIDTHS = [1440, 360]

/** The link of a mail to an address, as an administrator hands it over from the outbox. */
async function linkOf(subject: string, email: string): Promise<string> {
  const page = await aPage(portal, { as: administrator, at: '/admin/mail' })
  await page.getByRole('searchbox', { name: 'Address' }).fill(email)
  await page.getByRole('row').filter({ hasText: email }).filter({ hasText: subject }).click()
  for (const _ of ['asked', 'confirmed'])
    await page.getByRole('button', { name: 'Show the link…' }).last().click()
  return page.locator('code').innerText()
}

describe('the console (H1)', () => {
  test.each(WIDTHS)('the company page, saved and shown to visitors; system health: %d px', async (width) => {
    const page = await aPage(portal, { as: administrator, at: '/admin/company', width })
    await page.getByLabel('Legal name').fill(`Wharf Laboratories ${width} Inc.`)
    await page.getByLabel('E-mail').fill('nobody')
    expectFault(page.context(), /^422 PATCH \/api\/v1\/admin\/company/)
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await page.getByText('Look at this again: E-mail cannot stand like that.').waitFor()
    await axe(page)
    await page.getByLabel('E-mail').fill('desk@wharf.example')
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await page.getByText('The company page was saved.', { exact: false }).waitFor()
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
    await page.getByRole('button', { name: 'Look again' }).press('Enter')
    await page.getByText('Check of the audit trail').waitFor()
    await axe(page)
  })

  test.each(WIDTHS)('a new client, its facts and what its sign-in asks for: %d px', async (width) => {
    const name = `Coastal ${width}`
    const page = await aPage(portal, { as: administrator, at: '/admin/tenants', width })
    await page.getByRole('button', { name: 'New client…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New client' })
    await dialog.getByLabel('Name').fill(name)
    await axe(page)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name }).waitFor()
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('fr-CA')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(`${name} was saved.`).first().waitFor()
    for (const policy of ['A second factor is required', 'Devices may be trusted']) {
      await page.getByLabel(policy).press(' ')
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
    await page.getByRole('button', { name: 'New key…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New key' })
    await dialog.getByLabel('Name').fill(`Mill ${width}`)
    await dialog.getByLabel('Source').fill('main')
    await axe(page)
    await dialog.getByRole('button', { name: 'Make the key' }).click()
    const key = await page.locator('code').innerText()
    await page.getByRole('button', { name: 'I have kept it' }).click()
    const answer = await fetch(`${portal.url}/api/v1/ingest/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify([
        { Primary: `K-${width}`, 'Client Code': 'NONE' },
        { Primary: `L-${width}`, 'Client Code': 'NONE', 'Order Date': 'soon' },
      ]),
    })
    expect(await answer.json()).toMatchObject({ received: 2, rejected: 1 })
    await page.getByText(`Mill ${width} · main`).first().click()
    await page.getByText('1 fault', { exact: true }).waitFor()
    await page.getByText('Order Date').first().waitFor()
    await axe(page)
  })

  test.each(WIDTHS)('sessions of everybody, found by name: %d px', async (width) => {
    const tenant = await portal.aTenant()
    const person = await portal.aPerson({ tenants: [tenant], name: `Zoé Found-${width}` })
    await aPage(portal, { as: person, at: '/' })
    const page = await aPage(portal, { as: administrator, at: '/admin/sessions', width })
    await page.getByRole('searchbox').last().fill(`found-${width}`)
    await page.getByText('1 session', { exact: true }).waitFor()
    await axe(page)
    await page.getByText(`Zoé Found-${width}`).first().waitFor()
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
    await page.getByRole('button', { name: 'Change…' }).first().press('Enter')
    await page.getByLabel('New e-mail').fill(next)
    await axe(page)
    await page.getByRole('button', { name: 'Send the links' }).press('Enter')
    await page.getByText(`${next} is asked for`, { exact: false }).waitFor()

    const opened = await aPage(portal, { width })
    await opened.goto(await linkOf('another e-mail for your account?', person.email))
    await opened.getByText(`Your account is to use ${next}`, { exact: false }).waitFor()
    await axe(opened)
    await opened.getByRole('button', { name: 'Confirm' }).press('Enter')
    await opened.getByText('Now open the link in the other mail', { exact: false }).waitFor()
    await opened.goto(await linkOf('confirm your new e-mail', person.email))
    await opened.reload()
    await opened.getByRole('button', { name: 'Confirm' }).press('Enter')
    await opened.getByText('Your e-mail is changed').waitFor()
    allowFault(opened.context(), /^401 GET \/api\/v1\/session/)
    await open(opened, '/acces')
    await fill(opened, { ...person, email: next })
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
    await fill(page, person)
    const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
    await page.keyboard.type(codeOf(secret))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Continue to the portal' }).click()
    await page.getByRole('heading', { name: /Welcome back/ }).waitFor()
    const signOut = async () => {
      await page.context().request.post('/api/auth/sign-out', { headers: { origin: portal.url } })
      await page.goto('/acces')
    }
    await signOut()
    await fill(page, person)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await page.getByLabel('Trust this device for 30 days').check()
    await axe(page)
    await page.getByLabel('Code').fill(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Welcome back/ }).waitFor()
    await signOut()
    await fill(page, person)
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
    await page.getByRole('button', { name: 'Save choices' }).press('Enter')
    await page.getByText('Name both hours, or neither.').waitFor()
    await page.getByLabel('Until', { exact: true }).fill('07:00')
    await page.getByRole('button', { name: 'Save choices' }).press('Enter')
    await page.getByText('Your choices are saved.').waitFor()
    await page.reload()
    await choices.getByRole('checkbox').first().waitFor()
    expect(await choices.getByRole('checkbox').first().isChecked()).toBe(!before)
  })
})

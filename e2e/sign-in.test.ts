import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aBrowser, aPage, beyondTheEdge, forgetSession, open } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { focused, pressKeys, tabTo } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { fill } from './support/sign-in.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let tenant: number
let buyer: Person
beforeAll(async () => {
  portal = await startPortal()
  tenant = await portal.aTenant({ name: 'Northern Harbour' })
  buyer = await portal.aPerson({ tenants: [tenant] })
})
afterAll(() => portal?.close())

const WRONG = 'not-the-password-at-all'
const FOREIGN = [
  '//evil.example/orders',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/acces?next=//evil.example',
  '',
]
const SIGN_IN = 'POST /api/auth/sign-in/email'
const LOG_IN = { name: 'Log In', exact: true }
const pathOf = (page: Page) => page.url().slice(portal.url.length)
const arrived = (page: Page) => page.getByRole('button', { name: /^Account of / }).waitFor()
const alert = (page: Page) => page.locator('form').getByRole('alert')

describe('the way to the sign-in screen and back (A1)', () => {
  test('an address of the portal leads to sign-in, and then to itself with its filters', async () => {
    const page = await aPage(portal, { at: '/nowhere?kind=idea&search=red%20%26%20blue' })
    expect(pathOf(page)).toBe('/acces?next=%2Fnowhere%3Fkind%3Didea%26search%3Dred%2B%2526%2Bblue')
    expect(await page.title()).toBe('Log In · Lotline')
    await fill(page, buyer)
    await arrived(page)
    expect(pathOf(page)).toBe('/nowhere?kind=idea&search=red+%26+blue')
    // Sign-in is no stop on the way back.
    await page.goBack()
    expect(page.url()).toBe('about:blank')
  })

  test('a destination that is not ours is refused', async () => {
    const page = await aPage(portal)
    const asked = new Set<string>()
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    for (const next of FOREIGN) {
      await forgetSession(page)
      await open(page, `/acces?next=${encodeURIComponent(next)}`)
      await fill(page, buyer)
      await arrived(page)
      expect([next, page.url()]).toEqual([next, expect.not.stringMatching(/evil|alert/)])
    }
    expect(asked).toEqual(new Set([portal.url]))
  })

  test('/login is another name of it and keeps the destination', async () => {
    const page = await aPage(portal, { at: '/login?next=%2Fnowhere' })
    expect(pathOf(page)).toBe('/acces?next=%2Fnowhere')
  })

  test('whoever is signed in does not see it', async () => {
    const page = await aPage(portal, { as: buyer, at: '/acces' })
    await arrived(page)
    expect(pathOf(page)).not.toContain('/acces')
    await open(page, '/login?next=%2Fnowhere')
    await arrived(page)
    expect(pathOf(page)).toBe('/nowhere')
  })
})

describe('what the form says', () => {
  test('empty fields are named and focused before anything is sent', async () => {
    const page = await aPage(portal, { at: '/acces' })
    await page.getByRole('button', LOG_IN).click()
    await page.getByText('Enter your email address.').waitFor()
    await page.getByText('Enter your password.').waitFor()
    await expect.poll(() => focused(page)).toContain('textbox "Email"')
    await axe(page)
    await page.getByLabel('Email').fill(buyer.email)
    await page.getByRole('button', LOG_IN).click()
    await expect.poll(() => focused(page)).toContain('textbox "Password"')
    expect(await page.getByText('Enter your email address.').count()).toBe(0)
  })

  test('a wrong password', async () => {
    const page = await aPage(portal, { at: '/acces' })
    expectFault(page.context(), new RegExp(`^401 ${SIGN_IN}`))
    await fill(page, { ...buyer, password: WRONG })
    await alert(page).getByText('Login failed. Please check your credentials.', { exact: true }).waitFor()
    await alert(page)
      .getByText('After five failed attempts, your account is locked for 15 minutes.')
      .waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(buyer.email)
    await axe(page)
    await fill(page, buyer)
    await arrived(page)
  })

  test('five failures close the account also for the right password, but not on a device that signed in before', async () => {
    const person = await portal.aPerson({ tenants: [tenant] })
    const known = await aPage(portal, { at: '/acces' })
    await fill(known, person)
    await arrived(known)
    await known.getByRole('button', { name: 'Sign out' }).first().click()
    await known.getByRole('button', LOG_IN).waitFor()

    const page = await aPage(portal, { at: '/acces' })
    expectFault(page.context(), new RegExp(`^401 ${SIGN_IN}`))
    const answers: number[] = []
    page.on('response', (answer) => answer.url().endsWith('/sign-in/email') && answers.push(answer.status()))
    for (let attempt = 0; attempt < 5; attempt++) {
      await fill(page, { ...person, password: `${WRONG}-${attempt}` })
      await alert(page).waitFor()
      await page.getByRole('button', LOG_IN).waitFor()
    }
    await fill(page, person)
    await expect.poll(() => answers).toEqual([401, 401, 401, 401, 401, 401])
    await alert(page).getByText('Login failed. Please check your credentials.', { exact: true }).waitFor()

    await fill(known, person)
    await arrived(known)
  })

  test('that it is verifying, once, however often the button is pressed', async () => {
    const page = await aPage(portal, { at: '/acces' })
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })
    let sent = 0
    await page.route('**/api/auth/sign-in/email', async (route) => {
      sent += 1
      await held
      await route.continue()
    })
    await fill(page, buyer)
    const button = page.getByRole('button', { name: 'Verifying...', exact: true })
    await button.waitFor()
    expect(await button.isDisabled()).toBe(true)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await axe(page)
    release()
    await arrived(page)
    expect(sent).toBe(1)
  })

  test('that the server is away, and works again when it is back', async () => {
    const page = await aPage(portal, { at: '/acces' })
    expectFault(page.context(), new RegExp(`^failed ${SIGN_IN}`))
    await page.route('**/api/auth/**', (route) => route.abort('connectionrefused'))
    await fill(page, buyer)
    await alert(page)
      .getByText('Can’t reach the server. Nothing was changed. Check your connection and try again.')
      .waitFor()
    await page.unroute('**/api/auth/**')
    await fill(page, buyer)
    await arrived(page)
  })
})

describe('for everybody', () => {
  test('keyboard alone', async () => {
    const page = await aPage(portal, { at: '/acces' })
    await tabTo(page, 'textbox', 'Email')
    await page.keyboard.type(buyer.email)
    await pressKeys(page, 'Tab')
    await expect.poll(() => focused(page)).toContain('textbox "Password"')
    await page.keyboard.type(buyer.password)
    await tabTo(page, 'button', 'Show or hide password')
    await pressKeys(page, 'Space')
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
    await tabTo(page, 'textbox', 'Password', 'Shift+Tab')
    await pressKeys(page, 'Enter')
    await arrived(page)
  })

  test.each([
    { width: 1440, theme: 'light' },
    { width: 1440, theme: 'dark' },
    { width: 360, theme: 'light' },
    { width: 360, theme: 'dark' },
  ] as const)('axe, and nothing beyond the edge: $width px, $theme', async ({ width, theme }) => {
    const page = await aPage(portal, { at: '/acces', width, theme, lang: 'fr-CA' })
    await axe(page)
    expect(await beyondTheEdge(page)).toEqual([])
  })

  test('in French, whole', async () => {
    const page = await aPage(portal, { at: '/acces', locale: 'fr-CA' })
    expectFault(page.context(), new RegExp(`^401 ${SIGN_IN}`))
    expect(await page.locator('html').getAttribute('lang')).toBe('fr-CA')
    await page.locator('form').getByRole('button').last().click()
    await expectFrench(page)
    await page.locator('input[name=email]').fill(buyer.email)
    await page.locator('input[name=password]').fill(WRONG)
    await pressKeys(page, 'Enter')
    await alert(page).waitFor()
    await expect
      .poll(() => alert(page).innerText())
      .toContain('La connexion a échoué. Vérifiez vos identifiants.')
    await expectFrench(page)
  })

  test('a browser that speaks neither language reads English; a choice is kept on this device', async () => {
    const browser = await aBrowser(portal, { locale: 'ja-JP' })
    const page = await browser.newPage()
    await open(page, '/acces')
    await page.getByRole('heading', { name: 'Log In' }).waitFor()
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitemradio', { name: 'Français (Canada)' }).click()
    await page.getByRole('button', { name: 'Langue' }).waitFor()
    const later = await browser.newPage()
    await open(later, '/acces')
    expect(await later.locator('html').getAttribute('lang')).toBe('fr-CA')
  })
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../test/support/authenticator.ts'
import { sampled } from '../test/support/sampled.ts'
import { startSmsReceiver } from '../test/support/sms-receiver.ts'
import { axe } from './support/axe.ts'
import { aBrowser, aPage, forgetSession, open } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { focused, pressKeys, tabTo } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { fill } from './support/sign-in.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let receiver: Awaited<ReturnType<typeof startSmsReceiver>>
let tenant: number
let buyer: Person
beforeAll(async () => {
  receiver = await startSmsReceiver()
  portal = await startPortal({ SMS_WEBHOOK_URL: receiver.url })
  tenant = await portal.aTenant({ name: 'Northern Harbour' })
  buyer = await portal.aPerson({ tenants: [tenant] })
})
afterAll(async () => {
  await portal?.close()
  await receiver?.close()
})

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
    await page.getByText('Enter your email.').waitFor()
    await page.getByText('Enter your password.').waitFor()
    await expect.poll(() => focused(page)).toContain('textbox "Email"')
    await axe(page)
    await page.getByLabel('Email').fill(buyer.email)
    await page.getByRole('button', LOG_IN).click()
    await expect.poll(() => focused(page)).toContain('textbox "Password"')
    expect(await page.getByText('Enter your email.').count()).toBe(0)
  })

  test('a wrong password', async () => {
    const page = await aPage(portal, { at: '/acces' })
    expectFault(page.context(), new RegExp(`^401 ${SIGN_IN}`))
    await fill(page, { ...buyer, password: WRONG })
    await alert(page).getByText('Login failed. Please check your credentials.', { exact: true }).waitFor()
    await alert(page).getByText('After five failed attempts the account rests for 15 minutes.').waitFor()
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
    await alert(page).getByText('The server could not be reached. Nothing was changed.').waitFor()
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
    await tabTo(page, 'button', 'Show or hide the password')
    await pressKeys(page, 'Space')
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
    await tabTo(page, 'textbox', 'Password', 'Shift+Tab')
    await pressKeys(page, 'Enter')
    await arrived(page)
  })

  test.each(
    sampled(
      'views of the sign-in',
      [
        { width: 1440, theme: 'light' },
        { width: 1440, theme: 'dark' },
        { width: 360, theme: 'light' },
        { width: 360, theme: 'dark' },
      ] as const,
      1,
    ),
  )('axe, and nothing beyond the edge: $width px, $theme', async ({ width, theme }) => {
    const page = await aPage(portal, { at: '/acces', width, theme, lang: 'fr-CA' })
    await axe(page)
    const beyond = await page.evaluate(
      () => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth,
    )
    expect(beyond).toBeLessThanOrEqual(0)
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
      .toContain('Échec de la connexion. Vérifiez vos identifiants.')
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

describe('the second factor (A4)', () => {
  test('by keyboard: set up before anything else, asked for from then on, and once more before what counts', async () => {
    const strict = await portal.aTenant({ name: 'Strict Harbour' })
    await portal.database('update portal.tenants set requires_second_factor = true where id = $1', [strict])
    const person = await portal.aPerson({ tenants: [strict], role: 'tenant_admin' })
    const page = await aPage(portal, { at: '/security' })
    for (const fault of [/^401 GET \/api\/v1\/session/, /^401 POST \/api\/auth\/sign-in\/email/])
      expectFault(page.context(), fault)
    await fill(page, person)
    await page.getByRole('button', { name: /^Authenticator app/ }).press('Enter')
    // Whoever just typed the password is not asked for it again.
    const key = page.locator('code')
    await key.waitFor()
    expect(pathOf(page)).toBe('/second-factor?next=%2Fsecurity')
    await axe(page)
    const secret = (await key.innerText()).replaceAll(/\s/g, '')
    await page.keyboard.type(codeOf(secret))
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    const codes = await page.getByRole('listitem').allInnerTexts()
    expect(codes).toHaveLength(10)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).press('Enter')
    const file = await (await saved).createReadStream()
    const text = (await file.toArray()).join('')
    for (const code of codes) expect(text).toContain(code)
    await page.getByRole('button', { name: 'Continue to the portal' }).press('Enter')
    await page.getByText('10 of 10 left', { exact: true }).waitFor()
    expect(pathOf(page)).toBe('/security')

    await forgetSession(page)
    await open(page, '/security')
    await fill(page, person)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await axe(page)
    await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter')
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await page.getByText('9 of 10 left', { exact: true }).waitFor()

    await portal.database(
      `update auth.sessions set second_factor_at = now() - interval '11 minutes' where user_id =
         (select user_id from portal.profiles where email = $1)`,
      [person.email],
    )
    expectFault(page.context(), /^401 POST \/api\/auth\/second-factor\/recovery-codes/)
    await page.getByRole('button', { name: 'New codes' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByLabel('Code').waitFor()
    await axe(page)
    await page.keyboard.type(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    // What was asked for went on by itself.
    await page.getByRole('dialog', { name: 'New recovery codes' }).getByRole('listitem').first().waitFor()
    await page.getByRole('button', { name: 'I have kept them' }).press('Enter')
    await page.getByText('10 of 10 left', { exact: true }).waitFor()
  })

  test('a passkey in its place: chosen where one is asked for, and asked for from then on', async () => {
    const strict = await portal.aTenant({ name: 'Strict Quay' })
    await portal.database('update portal.tenants set requires_second_factor = true where id = $1', [strict])
    const person = await portal.aPerson({ tenants: [strict] })
    const page = await aPage(portal)
    for (const fault of [/^401 GET \/api\/v1\/session/, /^401 POST \/api\/auth\/sign-in\/email/])
      expectFault(page.context(), fault)
    const authenticator = await page.context().newCDPSession(page)
    await authenticator.send('WebAuthn.enable')
    await authenticator.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true },
    })
    // Browsers have passkeys for names alone, not for the address that the other journeys use.
    const at = `${portal.url.replace('127.0.0.1', 'localhost')}/security`
    await open(page, at)
    await fill(page, person)
    const choice = page.getByRole('button', { name: /^Passkey/ })
    await choice.waitFor()
    await axe(page)
    await choice.press('Enter')
    await page.getByLabel('Name of the passkey').fill('Laptop at work')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await page.getByRole('button', { name: 'Continue to the portal' }).press('Enter')
    await page.getByText('10 of 10 left', { exact: true }).waitFor()
    await page.getByText('Not used yet', { exact: true }).waitFor()

    await forgetSession(page)
    await open(page, at)
    await fill(page, person)
    await page.getByRole('heading', { name: 'Use your passkey' }).waitFor()
    await axe(page)
    await expect.poll(() => focused(page)).toContain('button "Use a passkey"')
    await pressKeys(page, 'Enter')
    await page.getByText(/^Last used /).waitFor()
    await axe(page)
    const rename = page.getByRole('button', { name: 'Rename: Laptop at work' })
    await rename.press('Enter')
    await page.getByRole('dialog').getByLabel('Name of the passkey').fill('Laptop at home')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Rename: Laptop at home' }).waitFor()
  })

  test('a code by SMS: the number is set up with the first, and a sign-in asks for another', async () => {
    const strict = await portal.aTenant({ name: 'Strict Cove' })
    await portal.database('update portal.tenants set requires_second_factor = true where id = $1', [strict])
    const person = await portal.aPerson({ tenants: [strict] })
    const number = '+15145550142'
    const page = await aPage(portal, { at: '/security' })
    for (const fault of [
      /^401 GET \/api\/v1\/session/,
      /^401 POST \/api\/auth\/sign-in\//,
      /^422 POST \/api\/auth\/second-factor\/sms/,
    ])
      expectFault(page.context(), fault)
    await fill(page, person)
    await page.getByRole('button', { name: /^Code by SMS/ }).press('Enter')
    await page.getByLabel('Mobile number').fill('555')
    await page.keyboard.press('Enter')
    await page.getByText(/^This is not a number that can receive SMS/).waitFor()
    await page.getByLabel('Mobile number').fill('(514) 555-0142')
    await page.keyboard.press('Enter')
    const sent = page.getByText('A code was sent to •••• 0142. It is good for five minutes.')
    await sent.waitFor()
    await page.getByRole('button', { name: /^Another code in / }).waitFor()
    await axe(page)
    const first = receiver.codeTo(number)
    await page.getByLabel('Code from the SMS').fill(first === '000000' ? '000001' : '000000')
    await page.keyboard.press('Enter')
    await alert(page).waitFor()
    await page.getByLabel('Code from the SMS').fill(first)
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await page.getByRole('button', { name: 'Continue to the portal' }).press('Enter')
    await page.getByText('10 of 10 left', { exact: true }).waitFor()
    await page.getByText('•••• 0142', { exact: true }).waitFor()

    // As if the one before had been a while ago.
    await portal.database(`update auth.sms_sendings set sent_at = sent_at - interval '1 minute'`)
    await forgetSession(page)
    await open(page, '/security')
    await fill(page, person)
    await expect.poll(() => focused(page)).toContain('button "Send a code by SMS"')
    await axe(page)
    await pressKeys(page, 'Enter')
    await sent.waitFor()
    await page.keyboard.type(receiver.codeTo(number))
    await page.keyboard.press('Enter')
    await page.getByText(/^Last used /).waitFor()
    await axe(page)
  })
})

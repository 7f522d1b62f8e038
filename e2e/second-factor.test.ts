import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../test/support/authenticator.ts'
import { startSmsReceiver } from '../test/support/sms-receiver.ts'
import { axe } from './support/axe.ts'
import { aPage, forgetSession, open } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { enter, focused, pressKeys, write } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let receiver: Awaited<ReturnType<typeof startSmsReceiver>>
beforeAll(async () => {
  receiver = await startSmsReceiver()
  portal = await startPortal({ SMS_WEBHOOK_URL: receiver.url })
})
afterAll(async () => {
  await portal?.close()
  await receiver?.close()
})

const WIDTHS = [1440, 360]
const pathOf = (page: Page) => page.url().slice(portal.url.length)
const alert = (page: Page) => page.locator('form').getByRole('alert')

/** Of a company that asks everybody for a second factor. */
async function somebody(role?: string): Promise<Person> {
  const strict = await portal.aTenant()
  await portal.database('update portal.tenants set requires_second_factor = true where id = $1', [strict])
  return portal.aPerson({ tenants: [strict], ...(role && { role }) })
}
/** The sign-in, without a pointer. */
async function signIn(page: Page, { email, password }: Person) {
  await write(page, 'Email', email)
  await write(page, 'Password', password)
  await pressKeys(page, 'Enter')
}

describe('the second factor (A4)', () => {
  test.each(WIDTHS)(
    'an app: set up before anything else, asked for from then on, and once more before what counts: %d px',
    async (width) => {
      const person = await somebody('tenant_admin')
      const page = await aPage(portal, { at: '/security', width })
      for (const fault of [/^401 GET \/api\/v1\/session/, /^401 POST \/api\/auth\/sign-in\/email/])
        expectFault(page.context(), fault)
      await signIn(page, person)
      await enter(page, 'button', /^Authenticator app/)
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
      await enter(page, 'button', 'Download')
      const file = await (await saved).createReadStream()
      const text = (await file.toArray()).join('')
      for (const code of codes) expect(text).toContain(code)
      await enter(page, 'button', 'Continue to the portal')
      await page.getByText('10 of 10 left', { exact: true }).waitFor()
      expect(pathOf(page)).toBe('/security')

      await forgetSession(page)
      await open(page, '/security')
      await signIn(page, person)
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
      await axe(page)
      await enter(page, 'button', 'Use a recovery code')
      await write(page, 'Recovery code', codes[0] ?? '')
      await page.keyboard.press('Enter')
      await page.getByText('9 of 10 left', { exact: true }).waitFor()

      await portal.database(
        `update auth.sessions set second_factor_at = now() - interval '11 minutes' where user_id =
         (select user_id from portal.profiles where email = $1)`,
        [person.email],
      )
      expectFault(page.context(), /^401 POST \/api\/auth\/second-factor\/recovery-codes/)
      await enter(page, 'button', 'New codes')
      const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
      await dialog.getByLabel('Code').waitFor()
      await axe(page)
      await page.keyboard.type(codeOf(secret, 1))
      await page.keyboard.press('Enter')
      // What was asked for went on by itself.
      await page.getByRole('dialog', { name: 'New recovery codes' }).getByRole('listitem').first().waitFor()
      await enter(page, 'button', 'I’ve saved these codes')
      await page.getByText('10 of 10 left', { exact: true }).waitFor()
    },
  )

  test.each(WIDTHS)(
    'a passkey in its place: chosen where one is asked for, and asked for from then on: %d px',
    async (width) => {
      const person = await somebody()
      const page = await aPage(portal, { width })
      for (const fault of [/^401 GET \/api\/v1\/session/, /^401 POST \/api\/auth\/sign-in\/email/])
        expectFault(page.context(), fault)
      const authenticator = await page.context().newCDPSession(page)
      await authenticator.send('WebAuthn.enable')
      await authenticator.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasUserVerification: true,
          isUserVerified: true,
        },
      })
      // Browsers have passkeys for names alone, not for the address that the other journeys use.
      const at = `${portal.url.replace('127.0.0.1', 'localhost')}/security`
      await open(page, at)
      await signIn(page, person)
      const choice = page.getByRole('button', { name: /^Passkey/ })
      await choice.waitFor()
      await axe(page)
      await enter(page, 'button', /^Passkey/)
      await page.getByLabel('Name of the passkey').waitFor()
      await write(page, 'Name of the passkey', 'Laptop at work')
      await page.keyboard.press('Enter')
      await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
      await enter(page, 'button', 'Continue to the portal')
      await page.getByText('10 of 10 left', { exact: true }).waitFor()
      await page.getByText('Not used yet', { exact: true }).waitFor()

      await forgetSession(page)
      await open(page, at)
      await signIn(page, person)
      await page.getByRole('heading', { name: 'Use your passkey' }).waitFor()
      await axe(page)
      await expect.poll(() => focused(page)).toContain('button "Use a passkey"')
      await pressKeys(page, 'Enter')
      await page.getByText(/^Last used /).waitFor()
      await axe(page)
      await enter(page, 'button', 'Rename: Laptop at work')
      await page.getByRole('dialog').getByLabel('Name of the passkey').waitFor()
      await write(page, 'Name of the passkey', 'Laptop at home')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Rename: Laptop at home' }).waitFor()
    },
  )

  test.each(WIDTHS)(
    'a code by SMS: the number is set up with the first, and a sign-in asks for another: %d px',
    async (width) => {
      const person = await somebody()
      // Of this run at this width: a number is written to so often.
      const last = String(4000 + width).slice(-4)
      const number = `+1514555${last}`
      const page = await aPage(portal, { at: '/security', width })
      for (const fault of [
        /^401 GET \/api\/v1\/session/,
        /^401 POST \/api\/auth\/sign-in\//,
        /^422 POST \/api\/auth\/second-factor\/sms/,
      ])
        expectFault(page.context(), fault)
      await signIn(page, person)
      await enter(page, 'button', /^SMS code/)
      await page.getByLabel('Mobile number').waitFor()
      await write(page, 'Mobile number', '555')
      await page.keyboard.press('Enter')
      await page.getByText(/^Enter a number that can receive SMS/).waitFor()
      await write(page, 'Mobile number', `(514) 555-${last}`)
      await page.keyboard.press('Enter')
      const sent = page.getByText(`We sent a code to •••• ${last}. It expires in five minutes.`)
      await sent.waitFor()
      await page.getByRole('button', { name: /^Another code in / }).waitFor()
      await axe(page)
      const first = receiver.codeTo(number)
      await write(page, 'Code from the SMS', first === '000000' ? '000001' : '000000')
      await page.keyboard.press('Enter')
      await alert(page).waitFor()
      await write(page, 'Code from the SMS', first)
      await page.keyboard.press('Enter')
      await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
      await enter(page, 'button', 'Continue to the portal')
      await page.getByText('10 of 10 left', { exact: true }).waitFor()
      await page.getByText(`•••• ${last}`, { exact: true }).waitFor()

      // As if the one before had been a while ago.
      await portal.database(`update auth.sms_sendings set sent_at = sent_at - interval '1 minute'`)
      await forgetSession(page)
      await open(page, '/security')
      await signIn(page, person)
      await expect.poll(() => focused(page)).toContain('button "Send SMS code"')
      await axe(page)
      await pressKeys(page, 'Enter')
      await sent.waitFor()
      await page.keyboard.type(receiver.codeTo(number))
      await page.keyboard.press('Enter')
      await page.getByText(/^Last used /).waitFor()
      await axe(page)
    },
  )
})

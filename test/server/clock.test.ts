import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Actor, anAccount, anAdministrator, aTenant, PASSWORD } from '../support/actors.ts'
import { codeOf } from '../support/authenticator.ts'
import { createClient, type Json } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { age, enrol, forgetSteps, outcome } from '../support/second-factor.ts'
import { startTestProvider } from '../support/test-provider.ts'

const HOUR_MS = 3_600_000
const STEPS_AN_HOUR = 120
const KEY = { label: 'K', scope: 'read', source: 'main', client: null }
const AUTH = '/api/auth/second-factor'

let portal: TestPortal
let provider: Awaited<ReturnType<typeof startTestProvider>>
beforeAll(async () => {
  provider = await startTestProvider()
  portal = await startTestPortal(provider.settings)
})
afterAll(async () => {
  await portal?.close()
  await provider?.close()
})

const minutes = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 60_000)

describe.each([
  ['an hour behind', -1],
  ['an hour ahead', 1],
])('with the clock of the application %s (J6)', (_, hours) => {
  // What an authenticator app shows: its clock is right.
  const code = (secret: string) => codeOf(secret, -hours * STEPS_AN_HOUR)
  let trueNow: number
  beforeEach(() => {
    trueNow = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: trueNow + hours * HOUR_MS })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  async function signedIn(): Promise<Actor> {
    const { userId, email } = await anAccount(portal, { globalAdmin: true })
    const client = createClient(portal.url)
    expect((await client.signIn(email, PASSWORD)).status).toBe(200)
    return Object.assign(client, { userId, email })
  }

  it('a session begins now, and ends a quarter of an hour later', async () => {
    const person = await signedIn()
    const { body } = await person.get('/api/v1/session')
    expect([minutes(body.at, body.expiresAt), minutes(body.at, body.idleEndsAt)]).toEqual([15, 30])
    expect(Math.abs(Date.parse(body.at) - trueNow)).toBeLessThan(5 * 60_000)
    const { items } = (await person.get('/api/v1/sessions')).body
    expect(minutes(items[0].since, body.at)).toBe(0)
    const refreshed = await person.post('/api/v1/session/refresh')
    expect([refreshed.status, minutes(refreshed.body.at, refreshed.body.expiresAt)]).toEqual([200, 15])
    expect(refreshed.headers.get('set-cookie')).toMatch(/Max-Age=(900|899)\b/)
    await portal.owner((tx) =>
      sql`update auth.sessions set expires_at = now() - interval '1 second' where user_id = ${person.userId}`.execute(
        tx,
      ),
    )
    expect((await person.get('/api/v1/session')).status).toBe(401)
  })

  it('is asked again after ten minutes, and no sooner', async () => {
    const person = await signedIn()
    const make = async () => outcome(await person.post('/api/v1/admin/keys', KEY))
    expect(await make()).toEqual([200, undefined])
    await age(portal, person.userId, 9)
    expect(await make()).toEqual([200, undefined])
    await age(portal, person.userId, 11)
    expect(await make()).toEqual([401, 'second_factor_required'])
  })

  it('the code that the app shows is taken: set up, at the second half, asked again', async () => {
    const person = await signedIn()
    const { secret } = (await person.post(`${AUTH}/begin`, { password: PASSWORD })).body
    expect(outcome(await person.post(`${AUTH}/confirm`, { code: codeOf(secret) }))).toEqual([
      422,
      'invalid_code',
    ])
    expect((await person.post(`${AUTH}/confirm`, { code: code(secret) })).status).toBe(200)
    const again = async (typed: string) => {
      await forgetSteps(portal, person.userId)
      return outcome(await person.post(`${AUTH}/step-up`, { code: typed }))
    }
    expect(await again(codeOf(secret))).toEqual([422, 'invalid_code'])
    expect(await again(code(secret))).toEqual([200, undefined])
    await forgetSteps(portal, person.userId)
    const client = createClient(portal.url)
    expect(outcome(await client.signIn(person.email, PASSWORD))).toEqual([401, 'second_factor_required'])
    expect((await client.post('/api/auth/sign-in/second-factor', { code: code(secret) })).status).toBe(200)
    // Administrators within twelve hours, whatever the clock says.
    expect((await client.get('/api/v1/admin/tenants')).status).toBe(200)
  })

  it('a link to reset a password, a challenge and a lock end when they should', async () => {
    const { email } = await anAccount(portal, {})
    await createClient(portal.url).post('/api/auth/password/forgot', { email })
    const administrator = await anAdministrator(portal)
    const mails = (await administrator.get(`/api/v1/admin/mails?search=${email}`)).body.items
    const reveal = await administrator.post(`/api/v1/admin/mails/${mails[0].id}/reveal`)
    const token = String(reveal.body.link).split('#').at(-1)?.split('=').at(-1)
    const look = async () =>
      (await createClient(portal.url).post('/api/auth/password/look', { token })).status
    expect(await look()).toBe(200)
    await portal.owner((tx) =>
      sql`update auth.password_resets set ends_at = now() - interval '1 second'`.execute(tx),
    )
    expect(await look()).toBe(404)
    const wrong = () => createClient(portal.url).signIn(email, 'not-the-password-at-all')
    for (let tries = 0; tries < 5; tries++) await wrong()
    expect((await createClient(portal.url).signIn(email, PASSWORD)).status).toBe(401)
    await portal.owner((tx) =>
      sql`update auth.attempts set locked_until = now() - interval '1 second' where locked_until is not null`.execute(
        tx,
      ),
    )
    expect((await createClient(portal.url).signIn(email, PASSWORD)).status).toBe(200)
  })

  it('a message of the payment provider is heard when it was signed now, and not when it is old', async () => {
    const body = JSON.stringify({
      id: 'evt_1',
      type: 'x',
      data: { object: { id: 'pi_none', object: 'charge' } },
    })
    const tell = async (at: number): Promise<[number, Json]> => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': provider.sign(body, { at }) }
      const answer = await fetch(`${portal.url}/api/payments/webhook`, { method: 'POST', headers, body })
      return [answer.status, ((await answer.json()) as Json).code]
    }
    const now = Math.floor(trueNow / 1000)
    expect(await tell(now)).toEqual([200, undefined])
    for (const away of [-400, 400]) expect(await tell(now + away)).toEqual([401, 'bad_signature'])
  })

  it('and whoever it was right for goes on where it is wrong', async () => {
    vi.useRealTimers()
    const person = await signedIn()
    await enrol(person)
    vi.useFakeTimers({ toFake: ['Date'], now: trueNow + hours * HOUR_MS })
    expect((await person.get('/api/v1/session')).status).toBe(200)
    expect((await person.post('/api/v1/admin/keys', KEY)).status).toBe(200)
    await aTenant(portal)
  })
})

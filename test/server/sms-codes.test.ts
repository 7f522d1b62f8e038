import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../src/app/server/start-server.ts'
import { loadConfig } from '../../src/platform/server/config.ts'
import { type Actor, aPerson, aTenant, PASSWORD } from '../support/actors.ts'
import { codeOf } from '../support/authenticator.ts'
import { type Answer, createClient, type Json, type TestClient } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { age, enrol, factorActsOf, forgetSteps, mailsTo, outcome } from '../support/second-factor.ts'
import { startSmsReceiver } from '../support/sms-receiver.ts'

let receiver: Awaited<ReturnType<typeof startSmsReceiver>>
let portal: TestPortal
/** Of a sender that does not answer: asked at the beginning, for it is waited for. */
let silent: Silent
beforeAll(async () => {
  receiver = await startSmsReceiver()
  portal = await startTestPortal({ SMS_WEBHOOK_URL: receiver.url })
  const { person, number } = await aNumberHolder()
  receiver.behave(number, 'silent')
  silent = { person, number, answer: person.post(`${AUTH}/step-up/sms`, {}) }
})
afterAll(async () => {
  await portal?.close()
  await receiver?.close()
})

const AUTH = '/api/auth/second-factor'
const HALF = '/api/auth/sign-in/second-factor'
const OWN = '/api/v1/session/second-factor'
type Silent = { person: Actor; number: string; answer: Promise<Answer<Json>> }
const WRONG = [422, 'invalid_sms']

let numbers = 0
/** As it is dialled; nobody else's here. */
const aNumber = () => `+1514555${String(1000 + numbers++)}`
const begin = (client: TestClient, number: string, password = PASSWORD) =>
  client.post(`${AUTH}/sms/begin`, { password, number })
const confirm = async (client: TestClient, sms: string) =>
  outcome(await client.post(`${AUTH}/sms/confirm`, { sms }))

async function aNumberHolder(access: Parameters<typeof aPerson>[1] = {}) {
  const person = await aPerson(portal, access)
  const number = aNumber()
  expect((await begin(person, number)).status).toBe(200)
  const { body } = await person.post(`${AUTH}/sms/confirm`, { sms: receiver.codeTo(number) })
  await forgetSendings(person.userId)
  return { person, number, recoveryCodes: body.recoveryCodes as string[] }
}
/** As if nothing had been sent of late. */
const forgetSendings = (userId: string) =>
  portal.owner((tx) => sql`delete from auth.sms_sendings where user_id = ${userId}`.execute(tx))
/** The password is given. */
async function half(email: string) {
  const client = createClient(portal.url)
  const asked = await client.signIn(email, PASSWORD)
  expect(outcome(asked)).toEqual([401, 'second_factor_required'])
  return { client, ways: asked.body.ways as string[], send: () => client.post(`${HALF}/sms`, {}) }
}
const forgetAttempts = () => portal.owner((tx) => sql`delete from auth.attempts`.execute(tx))
/** A wrong one of the same shape. */
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a number', () => {
  it('needs a session, the password and a number that can be dialled', async () => {
    const visitor = createClient(portal.url)
    for (const [path, body] of [
      ['sms/begin', { password: PASSWORD, number: '514 555-0000' }],
      ['sms/again', {}],
      ['sms/confirm', { sms: '123456' }],
      ['step-up/sms', {}],
    ] as const)
      expect([path, ...outcome(await visitor.post(`${AUTH}/${path}`, body))]).toEqual([
        ...[path, 401, 'no_session'],
      ])
    const person = await aPerson(portal)
    const number = aNumber()
    expect(outcome(await begin(person, number, 'not-the-password'))).toEqual([422, 'invalid_password'])
    for (const wrong of ['555-0123', '514 555-0123 x4', '+0 123 456 789', 'call me']) {
      const answer = await begin(person, wrong)
      expect([wrong, ...outcome(answer)]).toEqual([wrong, 422, 'validation'])
      expect(answer.body.errors).toMatchObject([
        { path: 'number', message: expect.stringMatching(/ten digits/) },
      ])
    }
    expect(outcome(await person.post(`${AUTH}/sms/again`, {}))).toEqual([409, 'set_up_again'])
    expect(await confirm(person, '123456')).toEqual(WRONG)
    expect(receiver.sentTo(number)).toEqual([])
  })

  it('is the person’s with the first code that came there, which ends other sessions and is told', async () => {
    const person = await aPerson(portal)
    await person.post('/api/v1/session/preferences', { language: 'fr-CA' })
    const session = createClient(portal.url)
    await session.signIn(person.email, PASSWORD)
    const number = aNumber()
    const begun = await begin(person, ` (514) 555-${number.slice(-4)} `)
    const masked = `•••• ${number.slice(-4)}`
    expect([begun.status, begun.body]).toEqual([200, { number: masked, again: 30 }])
    const [sms] = receiver.sentTo(number)
    expect(sms?.text).toMatch(/^Lotline\u00a0: votre code est \d{6}\. /)
    expect(sms?.text).not.toMatch(/http|www|\//)
    expect(sms).toMatchObject({ path: '/send', headers: { 'content-type': 'application/json' } })
    expect(sms?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(sms?.headers.authorization).toBe(`Basic ${Buffer.from('gateway:hush-hush').toString('base64')}`)
    const code = receiver.codeTo(number)
    expect(await confirm(person, other(code))).toEqual(WRONG)
    // Of somebody else's session it is none.
    expect(await confirm(await aPerson(portal), code)).toEqual(WRONG)
    expect((await person.get(OWN)).body).toMatchObject({ enrolledAt: null, sms: null, sendsSms: true })
    const kept = await portal.owner((tx) =>
      sql`select c::text as kept from auth.sms_codes c where user_id = ${person.userId}`.execute(tx),
    )
    expect(JSON.stringify(kept.rows)).not.toContain(code)
    const made = await person.post(`${AUTH}/sms/confirm`, { sms: ` ${code.slice(0, 3)} ${code.slice(3)}` })
    expect(made.body.recoveryCodes).toHaveLength(10)
    expect((await session.get('/api/v1/session')).status).toBe(401)
    const { body: own } = await person.get(OWN)
    expect(own).toMatchObject({ enrolledAt: expect.any(String), app: null, codesLeft: 10 })
    expect(own.sms).toEqual({ number: masked, since: expect.any(String), lastUsed: null })
    expect(await mailsTo(portal, person.email)).toEqual(['sms_added'])
    expect(await factorActsOf(portal, person.userId)).toEqual([
      ['second_factor.enrolled', { enrolled: true, factor: 'sms', number: masked }],
    ])
    for (const told of [number, number.slice(2), 'hush-hush'])
      expect(portal.lines.join('\n')).not.toContain(told)
  })

  it('is replaced and removed with the password and a second factor; the last way only where none is asked for', async () => {
    const tenantId = await aTenant(portal)
    const { person, number } = await aNumberHolder({ memberships: [{ tenantId, role: 'viewer' }] })
    const remove = (what: object) => person.post(`${AUTH}/remove`, { password: PASSWORD, ...what })
    await age(portal, person.userId, 11)
    const next = aNumber()
    for (const stale of [await begin(person, next), await remove({ sms: true })])
      expect([...outcome(stale), stale.body.ways]).toEqual([
        ...[401, 'second_factor_required'],
        ['sms', 'recovery'],
      ])
    expect((await person.post(`${AUTH}/step-up/sms`, {})).status).toBe(200)
    expect((await person.post(`${AUTH}/step-up`, { sms: receiver.codeTo(number) })).status).toBe(200)
    await forgetSendings(person.userId)
    // A code to the old number is void once there is a new one.
    const late = await half(person.email)
    expect((await late.send()).body.number).toBe(`•••• ${number.slice(-4)}`)
    await forgetSendings(person.userId)
    await begin(person, next)
    expect(await confirm(person, receiver.codeTo(next))).toEqual([200, undefined])
    expect(outcome(await late.client.post(HALF, { sms: receiver.codeTo(number) }))).toEqual([
      401,
      'sign_in_again',
    ])
    expect((await person.get(OWN)).body).toMatchObject({
      codesLeft: 10,
      sms: { number: `•••• ${next.slice(-4)}` },
    })
    await portal.owner((tx) =>
      tx.updateTable('tenants').set({ requires_second_factor: true }).where('id', '=', tenantId).execute(),
    )
    expect(outcome(await remove({}))).toEqual([409, 'no_second_factor'])
    expect(outcome(await remove({ sms: true }))).toEqual([409, 'second_factor_needed'])
    expect(outcome(await remove({ sms: true, password: 'not-the-password' }))).toEqual([
      422,
      'invalid_password',
    ])
    await enrol(person)
    expect((await remove({ sms: true })).status).toBe(200)
    expect((await person.get(OWN)).body).toMatchObject({ app: expect.any(String), sms: null })
    expect(outcome(await remove({ sms: true }))).toEqual([409, 'no_second_factor'])
    expect(await mailsTo(portal, person.email)).toEqual([
      ...['sms_added', 'sms_added', 'factor_enrolled', 'sms_removed'],
    ])
    expect((await factorActsOf(portal, person.userId)).at(-1)).toEqual([
      'second_factor.removed',
      { enrolled: true },
    ])
  })
})

describe('signing in with a code', () => {
  it('is one of the ways; the code is good once, for this sign-in alone, and not beside a newer one', async () => {
    expect(outcome(await createClient(portal.url).post(`${HALF}/sms`, {}))).toEqual([401, 'sign_in_again'])
    const { person, number } = await aNumberHolder()
    const first = await half(person.email)
    expect(first.ways).toEqual(['sms', 'recovery'])
    const show = async ({ client }: { client: TestClient }, sms: string) =>
      outcome(await client.post(HALF, { sms }))
    expect(await show(first, '123456')).toEqual([401, 'invalid_sms'])
    expect((await first.send()).body).toEqual({ number: `•••• ${number.slice(-4)}`, again: 30 })
    const old = receiver.codeTo(number)
    await forgetSendings(person.userId)
    await first.send()
    const code = receiver.codeTo(number)
    const elsewhere = await half(person.email)
    const right = [200, undefined]
    // Should chance make the same code twice, the newer one counts.
    if (old !== code) expect(await show(first, old)).toEqual([401, 'invalid_sms'])
    expect(await show(elsewhere, code)).toEqual([401, 'invalid_sms'])
    expect(outcome(await person.post(`${AUTH}/step-up`, { sms: code }))).toEqual(WRONG)
    expect(outcome(await first.client.post(HALF, { code }))).toEqual([401, 'invalid_code'])
    await forgetAttempts()
    expect(await show(first, code)).toEqual(right)
    expect((await first.client.get(OWN)).body.sms.lastUsed).toEqual(expect.any(String))
    expect(await show(elsewhere, code)).toEqual([401, 'invalid_sms'])
    // Too late.
    await forgetSendings(person.userId)
    await elsewhere.send()
    await portal.owner((tx) =>
      sql`update auth.sms_codes set ends_at = now() where user_id = ${person.userId}`.execute(tx),
    )
    expect(await show(elsewhere, receiver.codeTo(number))).toEqual([401, 'invalid_sms'])
    await forgetAttempts()
  })

  it('lets one of twenty in who use one code at once', async () => {
    const { person, number } = await aNumberHolder()
    const { client, send } = await half(person.email)
    await send()
    const cookie = { headers: { cookie: `portal_challenge=${client.cookies.get('portal_challenge')}` } }
    const sms = receiver.codeTo(number)
    const all = await Promise.all(
      Array.from({ length: 20 }, () => createClient(portal.url).post(HALF, { sms }, cookie)),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    await forgetAttempts()
  })

  it('takes five wrong ones, then none; they count like wrong passwords (A5)', async () => {
    const { person, number } = await aNumberHolder()
    const { client, send } = await half(person.email)
    await send()
    const code = receiver.codeTo(number)
    for (let i = 0; i < 5; i++)
      expect(outcome(await client.post(HALF, { sms: other(code) }))).toEqual([401, 'invalid_sms'])
    expect(outcome(await client.post(HALF, { sms: code }))).toEqual([401, 'invalid_sms'])
    expect(await mailsTo(portal, person.email)).toEqual(['sms_added', 'locked'])
    // Without the lock the code is gone all the same.
    await forgetAttempts()
    expect(outcome(await client.post(HALF, { sms: code }))).toEqual([401, 'invalid_sms'])
    await forgetAttempts()
  })
})

describe('sending', () => {
  it('is one at a time, three in 15 minutes and ten a day, also of twenty at once', async () => {
    const { person, number } = await aNumberHolder()
    const before = receiver.sentTo(number).length
    const ask = () => person.post(`${AUTH}/step-up/sms`, {})
    const at = (...ages: string[]) =>
      portal.owner(async (tx) => {
        await sql`delete from auth.sms_sendings where user_id = ${person.userId}`.execute(tx)
        await sql`delete from auth.rate_windows where bucket = ${`sms ${person.userId}`}`.execute(tx)
        for (const past of ages)
          await sql`insert into auth.sms_sendings (user_id, sent_at)
            values (${person.userId}, clock_timestamp() - ${past}::interval)`.execute(tx)
      })
    const asked = await Promise.all(Array.from({ length: 20 }, ask))
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(receiver.sentTo(number)).toHaveLength(before + 1)
    const refused = asked.find(({ status }) => status !== 200)
    expect([refused?.status, refused?.body.code]).toEqual([429, 'rate_limited'])
    const between = (least: number, most: number, seconds: number) =>
      expect([least, seconds, most]).toEqual([least, seconds, most].toSorted((a, b) => a - b))
    const waited = async () => {
      const answer = await ask()
      expect(outcome(answer)).toEqual([429, 'rate_limited'])
      return Number(answer.headers.get('retry-after'))
    }
    between(1, 30, Number(refused?.headers.get('retry-after')))
    await at('12 minutes', '10 minutes', '1 minute')
    between(60, 180, await waited())
    await at('16 minutes', '10 minutes', '1 minute')
    // The third in this quarter of an hour: the next one may follow when the oldest is out of it.
    const third = await ask()
    expect(third.status).toBe(200)
    between(240, 300, third.body.again)
    await at(...Array.from({ length: 10 }, (_, i) => `${23 - 2 * i} hours`))
    between(3000, 3600, await waited())
    await at(...Array.from({ length: 9 }, (_, i) => `${23 - 2 * i} hours`))
    expect((await ask()).status).toBe(200)
  })

  it('says when the sender refuses, is away, points elsewhere or does not answer; what did not leave is not counted', async () => {
    const { person, number } = await aNumberHolder()
    const failed = [503, 'sms_not_sent']
    const ask = () => person.post(`${AUTH}/step-up/sms`, {})
    for (const manner of ['fail', 'redirect'] as const) {
      receiver.behave(number, manner)
      const before = receiver.sentTo(number).length
      expect([manner, ...outcome(await ask())]).toEqual([manner, ...failed])
      // Sent once, and to nowhere else.
      const [sent, ...more] = receiver.sentTo(number).slice(before)
      expect([sent?.path, more]).toEqual(['/send', []])
      expect(outcome(await person.post(`${AUTH}/step-up`, { sms: receiver.codeTo(number) }))).toEqual(WRONG)
    }
    const nobody = await startSmsReceiver()
    await nobody.close()
    const away = await startServer(beside({ SMS_WEBHOOK_URL: nobody.url }))
    try {
      const client = createClient(away.url)
      for (const [name, value] of person.cookies) client.cookies.set(name, value)
      expect(outcome(await client.post(`${AUTH}/step-up/sms`, {}))).toEqual(failed)
    } finally {
      await away.stop()
    }
    expect(outcome(await silent.answer)).toEqual(failed)
    // Nobody knows whether that one left: it is counted, and its code is good for nothing.
    const { rows } = await portal.owner((tx) =>
      sql`select from auth.sms_sendings where user_id = ${silent.person.userId}`.execute(tx),
    )
    expect(rows).toHaveLength(1)
    const sms = receiver.codeTo(silent.number)
    expect(outcome(await silent.person.post(`${AUTH}/step-up`, { sms }))).toEqual(WRONG)
    receiver.behave(number, 'take')
    expect((await ask()).status).toBe(200)
    expect((await person.post(`${AUTH}/step-up`, { sms: receiver.codeTo(number) })).status).toBe(200)
    expect(portal.lines.join('\n')).not.toContain(number)
  })
})

/** Another server of the same installation, without or with another sender. */
function beside(environment: Record<string, string>) {
  const given = { PORT: '0', DATA_DIR: portal.dataDir, DEMO: '0', MFA_POLICY: 'optional', ...environment }
  const { secrets, location, log } = portal
  return { config: loadConfig(given), secrets, location, log }
}

describe('without a sender', () => {
  it('nothing is offered, and a number that is there locks nobody out', async () => {
    const { person, number, recoveryCodes } = await aNumberHolder()
    const app = await aNumberHolder()
    const { secret } = await enrol(app.person)
    await forgetSteps(portal, app.person.userId)
    const before = receiver.sentTo(number).length
    const bare = await startServer(beside({}))
    try {
      const client = createClient(bare.url)
      const asked = await client.signIn(person.email, PASSWORD)
      expect([...outcome(asked), asked.body.ways]).toEqual([401, 'second_factor_required', ['recovery']])
      expect(outcome(await client.post(`${HALF}/sms`, {}))).toEqual([409, 'no_sms'])
      expect((await client.post(HALF, { code: recoveryCodes[0] })).status).toBe(200)
      expect((await client.get(OWN)).body).toMatchObject({ sendsSms: false, sms: { lastUsed: null } })
      for (const [path, body] of [
        ['sms/begin', { password: PASSWORD, number: aNumber() }],
        ['sms/again', {}],
        ['step-up/sms', {}],
      ] as const)
        expect([path, ...outcome(await client.post(`${AUTH}/${path}`, body))]).toEqual([path, 409, 'no_sms'])
      expect((await client.post(`${AUTH}/remove`, { password: PASSWORD, sms: true })).status).toBe(200)
      expect((await client.get(OWN)).body).toMatchObject({ enrolledAt: null, sms: null, codesLeft: 0 })
      expect(receiver.sentTo(number)).toHaveLength(before)
      // A number beside an app is no other way there: without the app nothing is left.
      const half = createClient(bare.url)
      await half.signIn(app.person.email, PASSWORD)
      expect((await half.post(HALF, { code: codeOf(secret) })).status).toBe(200)
      expect((await half.post(`${AUTH}/remove`, { password: PASSWORD })).status).toBe(200)
      expect((await half.get(OWN)).body).toMatchObject({ enrolledAt: null, sms: null })
    } finally {
      await bare.stop()
    }
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAdministrator, aPerson, aTenant, PASSWORD } from '../support/actors.ts'
import { codeOf } from '../support/authenticator.ts'
import { createClient, type Json, type TestClient } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { age, enrol, factorActsOf, forgetSteps, mailsTo, outcome } from '../support/second-factor.ts'
import { addPasskey, createSoftwarePasskey } from '../support/software-passkey.ts'

/** What browsers know this machine's own portal as; the tests themselves come by its address. */
const ORIGIN = 'http://localhost'
const HOST = 'localhost'
let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

const AUTH = '/api/auth/second-factor'
const HALF = '/api/auth/sign-in/second-factor'
const OWN = '/api/v1/session/second-factor'

async function aKeyHolder(access: Parameters<typeof aPerson>[1] = {}) {
  const person = await aPerson(portal, access)
  return { person, ...(await addPasskey(person, ORIGIN)) }
}
/** The password is given; what the passkey has to sign. */
async function half(email: string) {
  const client = createClient(portal.url)
  const asked = await client.signIn(email, PASSWORD)
  expect(outcome(asked)).toEqual([401, 'second_factor_required'])
  const { body: options } = await client.post(`${HALF}/passkey`, {})
  return { client, options, ways: asked.body.ways as string[] }
}
const show = (client: TestClient, passkey: object) => client.post(HALF, { passkey })

describe('setting one up', () => {
  it('needs a session, the password, and what this portal asked to be signed', async () => {
    const visitor = createClient(portal.url)
    const answer = createSoftwarePasskey(ORIGIN).create({ challenge: 'none', rp: { id: HOST } })
    for (const [path, body] of [
      ['passkeys/begin', { password: PASSWORD }],
      ['passkeys/confirm', { name: 'Laptop', passkey: answer }],
      ['passkeys/rename', { id: '00', name: 'Laptop' }],
      ['step-up/passkey', {}],
    ] as const)
      expect([path, ...outcome(await visitor.post(`${AUTH}/${path}`, body))]).toEqual([
        path,
        401,
        'no_session',
      ])
    const person = await aPerson(portal)
    expect(outcome(await person.post(`${AUTH}/passkeys/begin`, { password: 'not-the-password' }))).toEqual([
      422,
      'invalid_password',
    ])
    const begin = async () => (await person.post(`${AUTH}/passkeys/begin`, { password: PASSWORD })).body
    const confirm = async (passkey: object, name = 'Laptop') =>
      outcome(await person.post(`${AUTH}/passkeys/confirm`, { name, passkey }))
    const key = createSoftwarePasskey(ORIGIN)
    const options = await begin()
    expect(options).toMatchObject({
      rp: { id: HOST, name: 'Lotline' },
      user: { name: person.email },
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      attestation: 'none',
    })
    expect(JSON.stringify(options)).not.toContain(person.userId)
    expect(await confirm(key.create(options), ' ')).toEqual([422, 'validation'])
    const refused = [422, 'invalid_passkey']
    expect(await confirm(key.create(options, 'http://localhost.evil.example'))).toEqual(refused)
    // One answer to each challenge, whatever it was.
    expect(await confirm(key.create(options))).toEqual(refused)
    expect(await confirm(key.create({ ...(await begin()), rp: { id: 'evil.example' } }))).toEqual(refused)
    expect(await confirm(key.create({ ...(await begin()), challenge: options.challenge }))).toEqual(refused)
    expect(await confirm({ id: 'AAAA', response: {} })).toEqual(refused)
    expect((await person.get(OWN)).body).toMatchObject({ enrolledAt: null, passkeys: [] })
    const last = await begin()
    expect(await confirm(key.create(last))).toEqual([200, undefined])
    // Neither again nor by somebody else.
    expect(await confirm(key.create(await begin()))).toEqual([409, 'passkey_taken'])
    const other = await aPerson(portal)
    const { body } = await other.post(`${AUTH}/passkeys/begin`, { password: PASSWORD })
    const same = await other.post(`${AUTH}/passkeys/confirm`, { name: 'Mine', passkey: key.create(body) })
    expect(outcome(same)).toEqual([409, 'passkey_taken'])
    expect((await other.get(OWN)).body.enrolledAt).toBeNull()
  })

  it('gives the recovery codes with the first way alone, ends other sessions and tells the person', async () => {
    const person = await aPerson(portal)
    const other = createClient(portal.url)
    await other.signIn(person.email, PASSWORD)
    const { recoveryCodes } = await addPasskey(person, ORIGIN, 'Laptop at work')
    expect(recoveryCodes).toHaveLength(10)
    expect((await other.get('/api/v1/session')).status).toBe(401)
    expect((await addPasskey(person, ORIGIN, 'Phone')).recoveryCodes).toEqual([])
    expect((await enrol(person)).recoveryCodes).toEqual([])
    expect(await mailsTo(portal, person.email)).toEqual(['passkey_added', 'passkey_added', 'factor_enrolled'])
    const { body: own } = await person.get(OWN)
    expect(own).toMatchObject({ app: expect.any(String), codesLeft: 10, needed: false })
    expect(own.passkeys).toMatchObject([{ name: 'Laptop at work', lastUsed: null }, { name: 'Phone' }])
    expect((await person.get('/api/v1/own-data')).body.secondFactor).toEqual(own)
    const [{ id }] = own.passkeys
    const rename = (client: TestClient, name: string) => client.post(`${AUTH}/passkeys/rename`, { id, name })
    expect(outcome(await rename(await aPerson(portal), 'Mine now'))).toEqual([404, 'not_found'])
    expect((await rename(person, 'Home')).status).toBe(200)
    expect((await person.get(OWN)).body.passkeys[0].name).toBe('Home')
    // A session that was left open calls none of them another’s.
    await age(portal, person.userId, 11)
    expect(outcome(await rename(person, 'Not mine'))).toEqual([401, 'second_factor_required'])
    expect((await person.get(OWN)).body.passkeys[0].name).toBe('Home')
    expect(await factorActsOf(portal, person.userId)).toEqual([
      ['second_factor.enrolled', { enrolled: true, factor: 'passkey', name: 'Laptop at work' }],
      ['second_factor.enrolled', { enrolled: true, factor: 'passkey', name: 'Phone' }],
      ['second_factor.enrolled', { enrolled: true, factor: 'totp' }],
      ['second_factor.renamed', { name: 'Home' }],
    ])
  })
})

describe('signing in with it', () => {
  it('is one of the ways that the challenge names, and opens the session', async () => {
    const { person, passkey, recoveryCodes } = await aKeyHolder()
    expect(outcome(await createClient(portal.url).post(`${HALF}/passkey`, {}))).toEqual([
      401,
      'sign_in_again',
    ])
    const { client, options, ways } = await half(person.email)
    expect(ways).toEqual(['passkey', 'recovery'])
    expect(options).toMatchObject({ rpId: HOST, userVerification: 'preferred' })
    expect(options.allowCredentials).toHaveLength(1)
    expect((await show(client, passkey.get(options))).status).toBe(200)
    expect((await client.get('/api/v1/session')).status).toBe(200)
    expect((await client.get(OWN)).body.passkeys[0].lastUsed).toEqual(expect.any(String))
    const again = await half(person.email)
    expect((await again.client.post(HALF, { code: recoveryCodes[0] })).status).toBe(200)
  })

  it('refuses another origin, another challenge, another key, a replay, and a count that goes back', async () => {
    const { person, passkey } = await aKeyHolder()
    const stranger = await aKeyHolder()
    const refused = [401, 'invalid_passkey']
    const cases: [string, (options: Json) => object][] = [
      ['another origin', (options) => passkey.get(options, 'http://evil.example')],
      ['another host', (options) => passkey.get({ ...options, rpId: 'evil.example' })],
      ['another challenge', (options) => passkey.get({ ...options, challenge: 'c29tZXRoaW5nIGVsc2U' })],
      ['another person’s key', (options) => stranger.passkey.get(options)],
      ['a key that nobody has', (options) => createSoftwarePasskey(ORIGIN).get(options)],
      [
        'another key under its name',
        (options) => ({
          ...createSoftwarePasskey(ORIGIN).get(options),
          ...{ id: passkey.get(options).id, rawId: passkey.get(options).id },
        }),
      ],
    ]
    for (const [name, make] of cases) {
      await portal.owner((tx) => sql`delete from auth.attempts`.execute(tx))
      const { client, options } = await half(person.email)
      expect([name, ...outcome(await show(client, make(options)))]).toEqual([name, ...refused])
      // That challenge is gone; the sign-in goes on with another.
      expect([name, ...outcome(await show(client, passkey.get(options)))]).toEqual([name, ...refused])
      const { body } = await client.post(`${HALF}/passkey`, {})
      const good = passkey.get(body)
      expect([name, (await show(client, good)).status]).toEqual([name, 200])
      const replay = await half(person.email)
      expect([name, ...outcome(await show(replay.client, good))]).toEqual([name, ...refused])
    }
    await portal.owner((tx) => sql`delete from auth.attempts`.execute(tx))
    const { client, options } = await half(person.email)
    passkey.count = 1
    expect(outcome(await show(client, passkey.get(options)))).toEqual(refused)
  })

  it('runs out, and counts like wrong passwords (A5)', async () => {
    const { person, passkey } = await aKeyHolder()
    const late = await half(person.email)
    await portal.owner((tx) =>
      sql`update auth.passkey_challenges set ends_at = now() where user_id = ${person.userId}`.execute(tx),
    )
    for (let i = 0; i < 5; i++)
      expect(outcome(await show(late.client, passkey.get(late.options)))).toEqual([401, 'invalid_passkey'])
    const { body } = await late.client.post(`${HALF}/passkey`, {})
    expect(outcome(await show(late.client, passkey.get(body)))).toEqual([401, 'invalid_passkey'])
    expect(await mailsTo(portal, person.email)).toEqual(['passkey_added', 'locked'])
  })

  it('lets one of twenty in who answer one challenge at once', async () => {
    const { person, passkey } = await aKeyHolder()
    const { client, options } = await half(person.email)
    const answer = passkey.get(options)
    const cookie = { headers: { cookie: `portal_challenge=${client.cookies.get('portal_challenge')}` } }
    const all = await Promise.all(
      Array.from({ length: 20 }, () => createClient(portal.url).post(HALF, { passkey: answer }, cookie)),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await portal.owner((tx) =>
      sql`select from auth.sessions where user_id = ${person.userId}`.execute(tx),
    )
    expect(rows).toHaveLength(2)
  })
})

describe('asked again, and without it', () => {
  it('shows it where more is asked, and a signature for the one is none for the other', async () => {
    const { person: admin, passkey } = await aKeyHolder({ globalAdmin: true })
    const aNewKey = { label: 'K', scope: 'read', source: 'main', client: null }
    await age(portal, admin.userId, 11)
    const asked = await admin.post('/api/v1/admin/keys', aNewKey)
    expect([...outcome(asked), asked.body.ways]).toEqual([
      ...[401, 'second_factor_required'],
      ['passkey', 'recovery'],
    ])
    const stepUp = async (answer: object) => admin.post(`${AUTH}/step-up`, { passkey: answer })
    const elsewhere = await half(admin.email)
    expect(outcome(await stepUp(passkey.get(elsewhere.options)))).toEqual([422, 'invalid_passkey'])
    const { body } = await admin.post(`${AUTH}/step-up/passkey`, {})
    const before = admin.cookies.get('portal_session')
    expect((await stepUp(passkey.get(body))).status).toBe(200)
    expect(admin.cookies.get('portal_session')).not.toBe(before)
    expect((await admin.post('/api/v1/admin/keys', aNewKey)).status).toBe(200)
  })

  it('is removed with the password and a second factor; the last way only where none is asked for', async () => {
    const tenantId = await aTenant(portal)
    const { person, passkey } = await aKeyHolder({ memberships: [{ tenantId, role: 'viewer' }] })
    const { secret } = await enrol(person)
    await forgetSteps(portal, person.userId)
    await portal.owner((tx) =>
      tx.updateTable('tenants').set({ requires_second_factor: true }).where('id', '=', tenantId).execute(),
    )
    const [{ id }] = (await person.get(OWN)).body.passkeys
    const remove = (what: object, password = PASSWORD) => person.post(`${AUTH}/remove`, { password, ...what })
    await age(portal, person.userId, 11)
    const stale = await remove({ passkey: id })
    expect([...outcome(stale), stale.body.ways]).toEqual([
      ...[401, 'second_factor_required'],
      ['totp', 'passkey', 'recovery'],
    ])
    await person.post(`${AUTH}/step-up`, { code: codeOf(secret) })
    expect(outcome(await remove({ passkey: id }, 'not-the-password'))).toEqual([422, 'invalid_password'])
    expect(outcome(await remove({ passkey: 'abcd' }))).toEqual([409, 'no_second_factor'])
    // Of two at once one is left.
    const both = await Promise.all([remove({}), remove({ passkey: id })])
    expect(both.map(outcome).toSorted()).toEqual([
      [200, undefined],
      [409, 'second_factor_needed'],
    ])
    const left = (await person.get(OWN)).body
    expect(left).toMatchObject({ needed: true, enrolledAt: expect.any(String), codesLeft: 10 })
    expect([left.app !== null, left.passkeys.length]).toEqual(left.app ? [true, 0] : [false, 1])
    await portal.owner((tx) =>
      tx.updateTable('tenants').set({ requires_second_factor: false }).where('id', '=', tenantId).execute(),
    )
    expect((await remove(left.app ? {} : { passkey: id })).status).toBe(200)
    expect((await person.get(OWN)).body).toMatchObject({ enrolledAt: null, passkeys: [], codesLeft: 0 })
    expect((await createClient(portal.url).signIn(person.email, PASSWORD)).status).toBe(200)
    const [, , removedOne, removedLast] = await mailsTo(portal, person.email)
    expect([removedOne, removedLast]).toEqual([
      left.app ? 'passkey_removed' : 'app_removed',
      'factor_removed',
    ])
    expect(passkey.count).toBe(0)
  })

  it('goes with everything else when an administrator resets what was lost', async () => {
    const { person } = await aKeyHolder()
    const admin = await anAdministrator(portal)
    const reset = { reason: 'lost the laptop' }
    const path = `/api/v1/admin/users/${person.userId}/second-factor/reset`
    expect((await admin.post(path, reset)).status).toBe(200)
    expect((await person.signIn(person.email, PASSWORD)).status).toBe(200)
    expect((await person.get(OWN)).body).toMatchObject({ enrolledAt: null, passkeys: [] })
  })
})

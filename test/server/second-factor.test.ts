import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMember, anAdministrator, aPerson, aTenant, PASSWORD } from '../support/actors.ts'
import { codeOf } from '../support/authenticator.ts'
import { createClient, type Json, type TestClient } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { age, enrol, factorActsOf, forgetSteps, mailsTo, outcome } from '../support/second-factor.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

const AUTH = '/api/auth/second-factor'
const WRONG = '000000'
const RECOVERY = /^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/
const second = (client: TestClient, code: string, more: object = {}) =>
  client.post('/api/auth/sign-in/second-factor', { code, ...more })

async function anEnrolled(access: Parameters<typeof aPerson>[1] = {}) {
  const person = await aPerson(portal, access)
  const factor = await enrol(person)
  await forgetSteps(portal, person.userId)
  return { person, ...factor }
}

describe('setting up (A4, T13)', () => {
  it('needs a session, the password again, and a first code', async () => {
    const visitor = createClient(portal.url)
    for (const [path, body] of [
      ['begin', { password: PASSWORD }],
      ['confirm', { code: WRONG }],
      ['recovery-codes', {}],
      ['remove', { password: PASSWORD }],
      ['step-up', { code: WRONG }],
    ] as const)
      expect([path, ...outcome(await visitor.post(`${AUTH}/${path}`, body))]).toEqual([
        path,
        401,
        'no_session',
      ])
    const person = await aPerson(portal)
    expect(outcome(await person.post(`${AUTH}/begin`, {}))).toEqual([422, 'validation'])
    const wrong = await person.post(`${AUTH}/begin`, { password: 'not-the-password-at-all' })
    expect(outcome(wrong)).toEqual([422, 'invalid_password'])
    expect(wrong.body.errors).toMatchObject([{ path: 'password' }])
    expect(outcome(await person.post(`${AUTH}/confirm`, { code: WRONG }))).toEqual([409, 'set_up_again'])
    const { body } = await person.post(`${AUTH}/begin`, { password: PASSWORD })
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(body.uri).toContain(`secret=${body.secret}&issuer=Lotline`)
    expect(outcome(await person.post(`${AUTH}/confirm`, { code: codeOf(body.secret, 5) }))).toEqual([
      422,
      'invalid_code',
    ])
    // Not confirmed is not asked for.
    expect((await createClient(portal.url).signIn(person.email, PASSWORD)).status).toBe(200)
  })

  it('gives ten recovery codes once, ends the other sessions, renews the token and tells the person', async () => {
    const person = await aPerson(portal)
    const other = createClient(portal.url)
    await other.signIn(person.email, PASSWORD)
    const before = person.cookies.get('portal_session')
    const { recoveryCodes } = await enrol(person)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(RECOVERY)
    expect(person.cookies.get('portal_session')).not.toBe(before)
    expect((await person.get('/api/v1/session')).status).toBe(200)
    expect((await other.get('/api/v1/session')).status).toBe(401)
    expect(await mailsTo(portal, person.email)).toEqual(['factor_enrolled'])
    expect(await factorActsOf(portal, person.userId)).toEqual([
      ['second_factor.enrolled', { enrolled: true, factor: 'totp' }],
    ])
    expect((await person.get('/api/v1/session/second-factor')).body).toMatchObject({
      enrolledAt: expect.any(String),
      codesLeft: 10,
      needed: false,
    })
  })

  it('keeps neither the secret nor a recovery code where the database tells it', async () => {
    const { person, secret, recoveryCodes } = await anEnrolled()
    const { rows } = await portal.owner((tx) =>
      sql`select encode(f.secret, 'escape') || array_agg(encode(c.code_hash, 'escape'))::text as kept
            from auth.second_factors f join auth.recovery_codes c using (user_id)
           where user_id = ${person.userId} group by f.secret`.execute(tx),
    )
    const kept = JSON.stringify(rows)
    for (const told of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(kept).not.toContain(told)
    expect(portal.lines.join('\n')).not.toContain(secret)
  })
})

describe('signing in with it', () => {
  it('takes two halves: the password alone opens nothing', async () => {
    const { person, secret } = await anEnrolled()
    const visitor = createClient(portal.url)
    const half = await visitor.signIn(person.email, PASSWORD)
    expect(outcome(half)).toEqual([401, 'second_factor_required'])
    expect(half.body.ways).toEqual(['totp', 'recovery'])
    expect(half.body.figures).toBeUndefined()
    expect([...visitor.cookies.keys()]).toEqual(['portal_challenge'])
    expect(outcome(await visitor.get('/api/v1/session'))).toEqual([401, 'second_factor_required'])
    expect(outcome(await visitor.get('/api/v1/orders'))).toEqual([401, 'second_factor_required'])
    expect(outcome(await second(visitor, ''))).toEqual([422, 'validation'])
    expect(outcome(await second(visitor, WRONG))).toEqual([401, 'invalid_code'])
    const whole = await second(visitor, codeOf(secret))
    expect([whole.status, whole.body]).toEqual([200, { ok: true }])
    expect([...visitor.cookies.keys()].toSorted()).toEqual(['portal_device', 'portal_session'])
    expect((await visitor.get('/api/v1/session')).status).toBe(200)
    expect(outcome(await second(createClient(portal.url), codeOf(secret)))).toEqual([401, 'sign_in_again'])
  })

  it('takes a code once, of the present step, and the one after', async () => {
    const { person, secret } = await anEnrolled()
    const attempt = async (code: string) => {
      const client = createClient(portal.url)
      await client.signIn(person.email, PASSWORD)
      return (await second(client, code)).status
    }
    const code = codeOf(secret)
    expect(await attempt(code)).toBe(200)
    expect(await attempt(code)).toBe(401)
    expect(await attempt(codeOf(secret, -1))).toBe(401)
    expect(await attempt(codeOf(secret, 3))).toBe(401)
    expect(await attempt(codeOf(secret, 1))).toBe(200)
  })

  it('lets one of twenty in who use one code at once', async () => {
    const { person, secret, recoveryCodes } = await anEnrolled()
    const used = async (code: string, sessions: number) => {
      await portal.owner((tx) => sql`delete from auth.attempts`.execute(tx))
      const half = createClient(portal.url)
      await half.signIn(person.email, PASSWORD)
      const cookie = { headers: { cookie: `portal_challenge=${half.cookies.get('portal_challenge')}` } }
      const all = await Promise.all(
        Array.from({ length: 20 }, () =>
          createClient(portal.url).post('/api/auth/sign-in/second-factor', { code }, cookie),
        ),
      )
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
      const { rows } = await portal.owner((tx) =>
        sql`select from auth.sessions where user_id = ${person.userId}`.execute(tx),
      )
      expect(rows).toHaveLength(sessions)
    }
    await used(codeOf(secret), 2)
    await used(recoveryCodes[0] as string, 3)
  })

  it('takes a recovery code once, however it is typed, and tells the person', async () => {
    const { person, recoveryCodes } = await anEnrolled()
    const [code = '', next = ''] = recoveryCodes
    const client = createClient(portal.url)
    await client.signIn(person.email, PASSWORD)
    expect((await second(client, ` ${code.toLowerCase().replace('-', ' ')}`)).status).toBe(200)
    expect((await client.get('/api/v1/session/second-factor')).body).toMatchObject({ codesLeft: 9 })
    await client.signIn(person.email, PASSWORD)
    expect(outcome(await second(client, code))).toEqual([401, 'invalid_code'])
    expect(await mailsTo(portal, person.email)).toEqual(['factor_enrolled', 'recovery_code_used'])
    // New ones take the place of all old ones.
    const renewed = await person.post(`${AUTH}/recovery-codes`, {})
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect(outcome(await second(client, next))).toEqual([401, 'invalid_code'])
    expect((await second(client, renewed.body.recoveryCodes[0])).status).toBe(200)
  })

  it('locks after five wrong codes, however often the password was right (A5, T11)', async () => {
    const { person, secret } = await anEnrolled()
    const stranger = createClient(portal.url)
    for (let i = 0; i < 5; i++) {
      expect((await stranger.signIn(person.email, PASSWORD)).body.code).toBe('second_factor_required')
      expect((await second(stranger, WRONG)).status).toBe(401)
    }
    expect(outcome(await second(stranger, codeOf(secret)))).toEqual([401, 'invalid_code'])
    expect(outcome(await stranger.signIn(person.email, PASSWORD))).toEqual([401, 'invalid_credentials'])
    expect(await mailsTo(portal, person.email)).toEqual(['factor_enrolled', 'locked'])
    // The device that signed in before is not kept out.
    await person.post('/api/auth/sign-out')
    await person.signIn(person.email, PASSWORD)
    expect((await second(person, codeOf(secret))).status).toBe(200)
  })

  it('does not take five sign-ins that were broken off for failures', async () => {
    const { person, secret } = await anEnrolled()
    const visitor = createClient(portal.url)
    for (let i = 0; i < 7; i++) await visitor.signIn(person.email, PASSWORD)
    expect((await second(visitor, codeOf(secret))).status).toBe(200)
  })

  it('is not skipped by a new password', async () => {
    const { person, secret } = await anEnrolled()
    await createClient(portal.url).post('/api/auth/password/forgot', { email: person.email })
    const { rows } = await portal.owner((tx) =>
      sql<{ secret: string }>`select secret from auth.mails where to_email = ${person.email}
        and kind = 'reset_link'`.execute(tx),
    )
    const password = 'a-wholly-different-lantern'
    const halfWay = createClient(portal.url)
    await halfWay.signIn(person.email, PASSWORD)
    const reset = { token: rows[0]?.secret, password }
    expect((await createClient(portal.url).post('/api/auth/password/reset', reset)).status).toBe(200)
    expect(outcome(await second(halfWay, codeOf(secret)))).toEqual([401, 'sign_in_again'])
    const visitor = createClient(portal.url)
    expect(outcome(await visitor.signIn(person.email, password))).toEqual([401, 'second_factor_required'])
    expect((await second(visitor, codeOf(secret))).status).toBe(200)
  })
})

describe('another app, and none', () => {
  it('needs the password, and the second factor within ten minutes', async () => {
    const { person, secret } = await anEnrolled()
    await age(portal, person.userId, 11)
    for (const path of ['begin', 'remove'])
      expect(outcome(await person.post(`${AUTH}/${path}`, { password: PASSWORD }))).toEqual([
        401,
        'second_factor_required',
      ])
    expect(outcome(await person.post(`${AUTH}/recovery-codes`, {}))).toEqual([401, 'second_factor_required'])
    expect(outcome(await person.post(`${AUTH}/step-up`, { password: PASSWORD }))).toEqual([
      401,
      'second_factor_required',
    ])
    const before = person.cookies.get('portal_session')
    expect(outcome(await person.post(`${AUTH}/step-up`, { code: WRONG }))).toEqual([422, 'invalid_code'])
    expect((await person.post(`${AUTH}/step-up`, { code: codeOf(secret) })).status).toBe(200)
    expect(person.cookies.get('portal_session')).not.toBe(before)
    expect(outcome(await person.post(`${AUTH}/remove`, { password: 'not-it-at-all' }))).toEqual([
      422,
      'invalid_password',
    ])
    // The old app counts until the new one has shown a code.
    const { body } = await person.post(`${AUTH}/begin`, { password: PASSWORD })
    await forgetSteps(portal, person.userId)
    const visitor = createClient(portal.url)
    await visitor.signIn(person.email, PASSWORD)
    expect((await second(visitor, codeOf(secret))).status).toBe(200)
    expect((await person.post(`${AUTH}/confirm`, { code: codeOf(body.secret) })).status).toBe(200)
    await visitor.signIn(person.email, PASSWORD)
    expect((await second(visitor, codeOf(secret, 1))).status).toBe(401)
    expect((await second(visitor, codeOf(body.secret, 1))).status).toBe(200)
    expect((await person.post(`${AUTH}/remove`, { password: PASSWORD })).status).toBe(200)
    expect((await visitor.get('/api/v1/session')).status).toBe(401)
    expect((await createClient(portal.url).signIn(person.email, PASSWORD)).status).toBe(200)
    expect(outcome(await person.post(`${AUTH}/remove`, { password: PASSWORD }))).toEqual([
      409,
      'no_second_factor',
    ])
    expect(await mailsTo(portal, person.email)).toEqual([
      'factor_enrolled',
      'factor_enrolled',
      'factor_removed',
    ])
    expect(await factorActsOf(portal, person.userId)).toEqual(
      expect.arrayContaining([
        ['session.stepped_up', { by: 'totp' }],
        ['second_factor.enrolled', { enrolled: true, factor: 'totp' }],
        ['second_factor.removed', { enrolled: false }],
      ]),
    )
  })
})

const strict = (tenantId: number) =>
  portal.owner((tx) =>
    tx.updateTable('tenants').set({ requires_second_factor: true }).where('id', '=', tenantId).execute(),
  )

describe('who must have one', () => {
  it('a tenant that asks for it shows nothing before, to its members', async () => {
    const [tenant, lax] = [await aTenant(portal), await aTenant(portal)]
    const access = [tenant, lax].map((tenantId) => ({ tenantId, role: 'viewer' }))
    const person = await aPerson(portal, { memberships: access })
    expect((await person.get('/api/v1/orders')).status).toBe(200)
    await strict(tenant)
    const none: [number, string] = [401, 'enrolment_required']
    for (const path of [
      '/session',
      '/orders',
      '/orders?limit=x',
      '/dashboard',
      '/events',
      '/orders/export?format=csv',
    ])
      expect([path, outcome(await person.get(`/api/v1${path}`))]).toEqual([path, none])
    // Before every other refusal.
    const elsewhere = { headers: { 'x-portal-tenant': '0' } }
    expect(outcome(await person.get('/api/v1/orders', elsewhere))).toEqual(none)
    expect(outcome(await person.get('/api/v1/admin/mails'))).toEqual(none)
    expect(outcome(await person.post('/api/v1/session/preferences', { theme: 'dark' }))).toEqual(none)
    const { recoveryCodes } = await enrol(person)
    expect(recoveryCodes).toHaveLength(10)
    expect((await person.get('/api/v1/orders')).status).toBe(200)
    expect(outcome(await person.post(`${AUTH}/remove`, { password: PASSWORD }))).toEqual([
      409,
      'second_factor_needed',
    ])
    expect((await person.get('/api/v1/session/second-factor')).body.needed).toBe(true)
    const other = await aPerson(portal, { memberships: [{ tenantId: lax, role: 'viewer' }] })
    expect((await other.get('/api/v1/orders')).status).toBe(200)
  })
})

describe('how long a password is where one is asked for (A6)', () => {
  it('10 characters there, 15 elsewhere, said before and by the server, wherever one is set', async () => {
    const [tenant, lax] = [await aTenant(portal), await aTenant(portal)]
    await strict(tenant)
    const link = async (email: string, kind: string) => {
      const { rows } = await portal.owner((tx) =>
        sql<{
          secret: string
        }>`select secret from auth.mails where to_email = ${email} and kind = ${kind}`.execute(tx),
      )
      return rows[0]?.secret as string
    }
    for (const [tenantId, shortest, short, good, again, last] of [
      [tenant, 10, 'k7-Uq2#mm', 'k7-Uq2#mmP', 'w4-Hd9#zzT', 'b8-Xe3!ttR'],
      [lax, 15, 'k7-Uq2#mmPq9!z', 'k7-Uq2#mmPq9!zz', 'w4-Hd9#zzTk5!rr', 'b8-Xe3!ttRn6#gg'],
    ] as const) {
      const refused = (answer: { body: Json }) => answer.body.errors?.[0]
      const asExpected = { path: 'password', code: 'short', message: expect.stringContaining(`${shortest} `) }
      const owner = await aMember(portal, tenantId, 'tenant_admin')
      if (tenantId === tenant) await enrol(owner)
      const change = (password: string, current: string) =>
        owner.post('/api/auth/password/change', { current, password })
      expect(refused(await change(short, PASSWORD))).toMatchObject(asExpected)
      expect((await change(good, PASSWORD)).status).toBe(200)
      const visitor = createClient(portal.url)
      await visitor.post('/api/auth/password/forgot', { email: owner.email })
      const token = await link(owner.email, 'reset_link')
      const reset = (password: string) => visitor.post('/api/auth/password/reset', { token, password })
      expect((await visitor.post('/api/auth/password/look', { token })).body.shortest).toBe(shortest)
      expect(refused(await reset(short))).toMatchObject(asExpected)
      const email = `invited-${tenantId}@test.example`
      await owner.post('/api/v1/members/invitations', { emails: [email], role: 'viewer' })
      const invited = await link(email, 'invitation')
      const accept = (password: string) =>
        visitor.post('/api/auth/invitation/accept', { token: invited, name: 'Somebody New', password })
      expect((await visitor.post('/api/auth/invitation/look', { token: invited })).body.shortest).toBe(
        shortest,
      )
      expect(refused(await accept(short))).toMatchObject(asExpected)
      expect((await accept(again)).status).toBe(200)
      expect((await reset(last)).status).toBe(200)
    }
  })
})

const allowsTrust = (tenantId: number, allows: boolean) =>
  portal.owner((tx) =>
    tx.updateTable('tenants').set({ allows_trusted_devices: allows }).where('id', '=', tenantId).execute(),
  )

describe('a device that is trusted', () => {
  it('is not asked for thirty days, where all companies of the person allow it', async () => {
    const [one, two] = [await aTenant(portal), await aTenant(portal)]
    await allowsTrust(one, true)
    const memberships = [one, two].map((tenantId) => ({ tenantId, role: 'viewer' }))
    const { person, secret } = await anEnrolled({ memberships })
    const device = createClient(portal.url)
    const half = () => device.signIn(person.email, PASSWORD)
    expect((await half()).body.figures).toBeUndefined()
    await second(device, codeOf(secret), { trust: true })
    expect(outcome(await half())).toEqual([401, 'second_factor_required'])
    await allowsTrust(two, true)
    expect((await half()).body.figures).toEqual({ trustDays: 30 })
    await second(device, codeOf(secret, 1), { trust: true })
    expect((await half()).status).toBe(200)
    expect((await device.get('/api/v1/orders')).status).toBe(200)
    expect(outcome(await createClient(portal.url).signIn(person.email, PASSWORD))).toEqual([
      401,
      'second_factor_required',
    ])
    // What counts asks all the same.
    expect(outcome(await device.post(`${AUTH}/recovery-codes`, {}))).toEqual([401, 'second_factor_required'])
    await portal.owner((tx) =>
      sql`update auth.devices set trusted_until = trusted_until - interval '30 days'`.execute(tx),
    )
    expect(outcome(await half())).toEqual([401, 'second_factor_required'])
  })

  it('is asked again once a company does not allow it any more, after a new app, and never trusted for administrators', async () => {
    const tenantId = await aTenant(portal)
    await allowsTrust(tenantId, true)
    const { person, secret } = await anEnrolled({ memberships: [{ tenantId, role: 'viewer' }] })
    const trusting = async (code: string) => {
      await person.signIn(person.email, PASSWORD)
      await second(person, code, { trust: true })
      return (await person.signIn(person.email, PASSWORD)).status
    }
    expect(await trusting(codeOf(secret))).toBe(200)
    await allowsTrust(tenantId, false)
    expect((await person.signIn(person.email, PASSWORD)).status).toBe(401)
    await allowsTrust(tenantId, true)
    await forgetSteps(portal, person.userId)
    expect(await trusting(codeOf(secret))).toBe(200)
    await forgetSteps(portal, person.userId)
    await person.post(`${AUTH}/step-up`, { code: codeOf(secret) })
    await enrol(person)
    expect((await person.signIn(person.email, PASSWORD)).status).toBe(401)
    const admin = await anEnrolled({ globalAdmin: true, memberships: [{ tenantId, role: 'viewer' }] })
    expect((await admin.person.signIn(admin.person.email, PASSWORD)).body.figures).toBeUndefined()
  })
})

describe('asked again (A4)', () => {
  const KEYS = '/api/v1/admin/keys'
  const aNewKey = { label: 'K', scope: 'read', source: 'main', client: null }

  it('before a key: after ten minutes the password, or the second factor of whoever has one', async () => {
    const admin = await anAdministrator(portal)
    expect((await admin.post(KEYS, aNewKey)).status).toBe(200)
    await age(portal, admin.userId, 11)
    const asked = await admin.post(KEYS, aNewKey)
    expect([...outcome(asked), asked.body.ways]).toEqual([401, 'second_factor_required', ['password']])
    expect((await admin.get(KEYS)).status).toBe(200)
    expect(outcome(await admin.post(`${AUTH}/step-up`, { password: 'not-it-at-all' }))).toEqual([
      422,
      'invalid_password',
    ])
    expect((await admin.post(`${AUTH}/step-up`, { password: PASSWORD })).status).toBe(200)
    expect((await admin.post(KEYS, aNewKey)).status).toBe(200)
    const { secret } = await enrol(admin)
    await age(portal, admin.userId, 11)
    expect((await admin.post(KEYS, aNewKey)).body.ways).toEqual(['totp', 'recovery'])
    expect(outcome(await admin.post(`${AUTH}/step-up`, { password: PASSWORD }))[0]).toBe(401)
    expect((await admin.post(`${AUTH}/step-up`, { code: codeOf(secret, 1) })).status).toBe(200)
    expect((await admin.post(KEYS, aNewKey)).status).toBe(200)
  })

  it('only of who may do it, and before what was sent is looked at', async () => {
    const tenant = await aTenant(portal)
    const viewer = await aMember(portal, tenant, 'viewer')
    const owner = await aMember(portal, tenant, 'tenant_admin')
    for (const person of [viewer, owner]) await age(portal, person.userId, 11)
    expect(outcome(await viewer.post(KEYS, aNewKey))).toEqual([403, 'permission_denied'])
    const role = `/api/v1/members/${viewer.userId}/role`
    expect(outcome(await viewer.post(role, { role: 'viewer' }))).toEqual([403, 'permission_denied'])
    expect(outcome(await owner.post(role, { role: 'sales_analyst' }))).toEqual([
      401,
      'second_factor_required',
    ])
    await owner.post(`${AUTH}/step-up`, { password: PASSWORD })
    expect((await owner.post(role, { role: 'sales_analyst' })).status).toBe(200)
  })

  it('counts wrong answers like wrong passwords', async () => {
    const admin = await anAdministrator(portal)
    const stranger = { headers: { cookie: `portal_session=${admin.cookies.get('portal_session')}` } }
    const again = (password: string) =>
      createClient(portal.url).post(`${AUTH}/step-up`, { password }, stranger)
    for (let i = 0; i < 5; i++) expect((await again('not-it-at-all')).status).toBe(422)
    expect(outcome(await again(PASSWORD))).toEqual([422, 'invalid_password'])
  })

  it('of administrators after twelve hours, whatever they ask for', async () => {
    const { person: admin } = await anEnrolled({ globalAdmin: true })
    await age(portal, admin.userId, 12 * 60 - 1)
    expect((await admin.get('/api/v1/orders')).status).toBe(200)
    await age(portal, admin.userId, 2)
    expect(outcome(await admin.get('/api/v1/orders'))).toEqual([401, 'second_factor_required'])
  })
})

describe('a second factor that was lost', () => {
  it('is reset by an administrator, with a reason, and the person is told', async () => {
    const tenantId = await aTenant(portal)
    const { person } = await anEnrolled({ memberships: [{ tenantId, role: 'viewer' }] })
    const admin = await anAdministrator(portal)
    const reset = (asker: TestClient, userId: string, reason = 'lost the phone') =>
      asker.post(`/api/v1/admin/users/${userId}/second-factor/reset`, { reason })
    expect(outcome(await reset(createClient(portal.url), person.userId))).toEqual([401, 'no_session'])
    const owner = await aMember(portal, tenantId, 'tenant_admin')
    expect(outcome(await reset(owner, person.userId))).toEqual([403, 'permission_denied'])
    expect(outcome(await reset(admin, person.userId, ' '))).toEqual([422, 'validation'])
    expect(outcome(await reset(admin, 'nobody'))).toEqual([404, 'not_found'])
    expect(outcome(await reset(admin, owner.userId))).toEqual([409, 'no_second_factor'])
    expect(outcome(await reset(admin, admin.userId))).toEqual([409, 'own_second_factor'])
    const hasOne = async () => (await admin.get(`/api/v1/admin/users/${person.userId}`)).body.secondFactor
    expect(await hasOne()).toBe(true)
    expect((await reset(admin, person.userId)).body).toEqual({ reset: true })
    expect(await hasOne()).toBe(false)
    expect((await person.get('/api/v1/session')).status).toBe(401)
    expect((await createClient(portal.url).signIn(person.email, PASSWORD)).status).toBe(200)
    expect(await mailsTo(portal, person.email)).toEqual(['factor_enrolled', 'factor_reset'])
    expect(await factorActsOf(portal, admin.userId)).toContainEqual([
      'second_factor.reset',
      expect.anything(),
    ])
    await age(portal, admin.userId, 11)
    expect(outcome(await reset(admin, person.userId))).toEqual([401, 'second_factor_required'])
  })
})

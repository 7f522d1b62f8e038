import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMember, anAccount, aPerson, aTenant, PASSWORD } from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

const WRONG = 'not-the-password-at-all'
const attempts = (tx: Parameters<Parameters<TestPortal['owner']>[0]>[0]) =>
  tx.selectFrom('audit_log').select(['action', 'actor', 'new', 'address']).orderBy('seq')

describe('sign-in', () => {
  it('refuses a form, a foreign origin, a missing field and an unreadable body', async () => {
    const visitor = createClient(portal.url)
    const form = await visitor.post('/api/auth/sign-in/email', 'email=a&password=b', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([form.status, form.body.code]).toEqual([415, 'unsupported_type'])
    const foreign = await visitor.post(
      '/api/auth/sign-in/email',
      { email: 'a@b.c', password: 'x' },
      { headers: { origin: 'https://evil.example' } },
    )
    expect([foreign.status, foreign.body.code]).toEqual([403, 'origin_not_allowed'])
    const empty = await visitor.post('/api/auth/sign-in/email', { email: '' })
    expect([empty.status, empty.body.code]).toEqual([422, 'validation'])
    expect(empty.body.errors.map((e: { path: string }) => e.path)).toEqual(['email', 'password'])
    const broken = await visitor.post('/api/auth/sign-in/email', '{"email":')
    expect([broken.status, broken.body.code]).toEqual([400, 'not_json'])
  })

  it('answers a wrong password and an unknown account alike', async () => {
    const { email } = await anAccount(portal)
    const wrong = await createClient(portal.url).signIn(email, WRONG)
    const unknown = await createClient(portal.url).signIn('nobody@test.example', WRONG)
    const plain = ({ traceId: _, ...rest }: Record<string, unknown>) => rest
    expect(wrong.status).toBe(401)
    expect(plain(wrong.body as never)).toEqual(plain(unknown.body as never))
    expect((wrong.body as { title: string }).title).toBe('Login failed. Please check your credentials.')
  })

  it('speaks the language of the browser', async () => {
    const answer = await createClient(portal.url).post(
      '/api/auth/sign-in/email',
      { email: 'nobody@test.example', password: WRONG },
      {
        headers: { 'accept-language': 'fr-CA,fr;q=0.9' },
      },
    )
    expect(answer.body.title).toBe('La connexion a échoué. Vérifiez vos identifiants.')
  })

  it('opens a session whose cookie no script can read, and whose answer holds no token', async () => {
    const { email } = await anAccount(portal)
    const visitor = createClient(portal.url)
    expect((await visitor.get('/api/v1/session')).status).toBe(401)
    const answer = await visitor.signIn(email.toUpperCase(), PASSWORD)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ok: true })
    const lines = answer.headers.getSetCookie()
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toMatch(/; HttpOnly; SameSite=Lax/)
    const session = await visitor.get('/api/v1/session')
    expect(session.status).toBe(200)
    expect(session.body).toMatchObject({
      role: null,
      tenant: null,
      memberships: [],
      permissions: [],
      temporary: false,
    })
  })

  it('refuses a cookie whose signature is not ours', async () => {
    const person = await aPerson(portal)
    const value = person.cookies.get('portal_session') as string
    const token = value.slice(0, value.lastIndexOf('.'))
    for (const forged of [token, `${token}.`, `${token}.AAAA`, `x${value}`, '%00', '.'])
      expect(
        (
          await createClient(portal.url).get('/api/v1/session', {
            headers: { cookie: `portal_session=${forged}` },
          })
        ).status,
      ).toBe(401)
    expect((await person.get('/api/v1/session')).status).toBe(200)
  })

  it.each([
    ['r&d', 'maker.example', 'maker.example'],
    ['zoé', 'maker.example', 'MAKER.example'],
    ['ana', 'localhost', 'localhost'],
    ['ana', 'fjörd.example', 'xn--fjrd-6qa.example'],
    ['ana', 'xn--fjrd-6qa.example', 'FJÖRD.example'],
    ['анна', 'почта.рф', 'xn--80a1acny.xn--p1ai'],
  ])('is open to %s@%s, typed with the domain %s', async (name, domain, typed) => {
    const local = `${name}${randomUUID().slice(0, 8)}`
    await anAccount(portal, { email: `${local}@${domain}` })
    const { status } = await createClient(portal.url).signIn(`${local}@${typed}`, PASSWORD)
    expect(status).toBe(200)
  })

  it('is over after sign-out, also for a copy of the cookie', async () => {
    const person = await aPerson(portal)
    const copy = { headers: { cookie: `portal_session=${person.cookies.get('portal_session')}` } }
    expect((await person.post('/api/auth/sign-out')).status).toBe(200)
    expect(person.cookies.has('portal_session')).toBe(false)
    expect((await createClient(portal.url).get('/api/v1/session', copy)).status).toBe(401)
  })

  it('is on record: who, what, and nothing of an unknown name', async () => {
    const { email, userId } = await anAccount(portal)
    await createClient(portal.url).signIn('someone.private@test.example', WRONG)
    await createClient(portal.url).signIn(email, WRONG)
    const person = createClient(portal.url)
    await person.signIn(email, PASSWORD)
    await person.post('/api/auth/sign-out')
    const rows = await portal.owner(async (tx) => {
      await sql`set local role portal_keeper`.execute(tx)
      return attempts(tx).execute()
    })
    const own = rows.filter((row) => row.actor === userId)
    expect(own.map(({ action, address }) => [action, address])).toEqual(
      ['session.sign_in_failed', 'session.signed_in', 'session.signed_out'].map((act) => [act, '127.0.0.1']),
    )
    expect(JSON.stringify(rows)).not.toContain('someone.private')
    expect(rows.some((row) => row.actor.startsWith('unknown:'))).toBe(true)
  })
})

describe('lockout (A5)', () => {
  it('looks at five passwords, then answers the right one like a wrong one', async () => {
    const { email } = await anAccount(portal)
    const stranger = createClient(portal.url)
    for (let i = 0; i < 5; i++)
      expect((await stranger.signIn(i % 2 ? email.toUpperCase() : ` ${email}`, WRONG)).status).toBe(401)
    expect((await stranger.signIn(email, PASSWORD)).status).toBe(401)
  })

  it('counts every way of writing an address as one: case, spaces, full width, a mark apart from its letter', async () => {
    const name = randomUUID().slice(0, 12)
    const { email } = await anAccount(portal, { email: `zoé-${name}@test.example` })
    const wide = [...email].map((sign) =>
      sign > ' ' && sign <= '~' ? String.fromCharCode(sign.charCodeAt(0) + 0xfee0) : sign,
    )
    const ways = [email.toUpperCase(), `  ${email} `, wide.join(''), email.normalize('NFD'), email]
    for (const way of ways)
      expect([way, (await createClient(portal.url).signIn(way, WRONG)).status]).toEqual([way, 401])
    expect((await createClient(portal.url).signIn(email, PASSWORD)).status).toBe(401)
    // What opens it is the account, however it was written.
    const other = await anAccount(portal)
    const spread = [...other.email].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')
    expect((await createClient(portal.url).signIn(spread, PASSWORD)).status).toBe(200)
  })

  it('looks at five of fifty guesses at once, and not at the right one after them (T11)', async () => {
    const { email, userId } = await anAccount(portal)
    let left = 50
    // Whoever meets a busy server has not failed, and comes again.
    while (left > 0) {
      const guesses = Array.from({ length: left }, (_, i) =>
        createClient(portal.url).signIn(email, `${WRONG}-${i}`),
      )
      const statuses = (await Promise.all(guesses)).map(({ status }) => status)
      expect(statuses.every((status) => [401, 429].includes(status))).toBe(true)
      left -= statuses.filter((status) => status === 401).length
    }
    expect((await createClient(portal.url).signIn(email, PASSWORD)).status).toBe(401)
    const reasons = await portal.owner(async (tx) => {
      await sql`set local role portal_keeper`.execute(tx)
      const rows = await attempts(tx).where('actor', '=', userId).execute()
      return rows.map((row) => (row.new as { reason: string }).reason)
    })
    expect(reasons.filter((reason) => reason === 'wrong')).toHaveLength(5)
    expect(reasons.filter((reason) => reason === 'locked')).toHaveLength(46)
  })

  it('does not keep out the owner on a device that signed in before', async () => {
    const owner = await aPerson(portal)
    await owner.post('/api/auth/sign-out')
    const stranger = createClient(portal.url)
    for (let i = 0; i < 8; i++) await stranger.signIn(owner.email, WRONG)
    expect((await stranger.signIn(owner.email, PASSWORD)).status).toBe(401)
    expect((await owner.signIn(owner.email, PASSWORD)).status).toBe(200)
  })

  it('ends after a while, and doubles for the same address', async () => {
    const { email } = await anAccount(portal)
    const stranger = createClient(portal.url)
    const minutes = async () =>
      portal.owner(async (tx) => {
        const query = `select round(extract(epoch from max(locked_until) - now()) / 60)::int as m from auth.attempts where locked_until > now() and updated_at > now() - interval '5 seconds'`
        const { rows } = await sql<{ m: number }>`${sql.raw(query)}`.execute(tx)
        return rows[0]?.m
      })
    const past = (tx: Parameters<Parameters<TestPortal['owner']>[0]>[0]) =>
      sql`update auth.attempts set locked_until = now() - interval '1 second'`.execute(tx)
    for (let i = 0; i < 5; i++) await stranger.signIn(email, WRONG)
    expect(await minutes()).toBe(15)
    await portal.owner(past)
    for (let i = 0; i < 5; i++) await stranger.signIn(email, WRONG)
    expect(await minutes()).toBe(30)
    await portal.owner(past)
    expect((await stranger.signIn(email, PASSWORD)).status).toBe(200)
  })
})

describe('the session of a member (A3, A7)', () => {
  it('says where, as what and with which rights', async () => {
    const tenantId = await aTenant(portal, { name: 'Nordique', language: 'fr-CA', currency: 'CAD' })
    const member = await aMember(portal, tenantId, 'viewer')
    const { body } = await member.get('/api/v1/session')
    expect(body).toMatchObject({
      role: 'viewer',
      tenant: { id: tenantId, name: 'Nordique', language: 'fr-CA', currency: 'CAD' },
      memberships: [{ tenantId, tenantName: 'Nordique', role: 'viewer' }],
    })
    const reads = ['dashboard', 'documents', 'issues', 'lots', 'orders', 'products', 'sales', 'tracking']
    const helped = ['assistant.write', 'conversations.read']
    expect(body.permissions.toSorted()).toEqual([...helped, ...reads.map((thing) => `${thing}.read`)])
    expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000)
  })

  it('prefers the default tenant, else the first membership', async () => {
    const [one, two] = [await aTenant(portal), await aTenant(portal)]
    const person = await anAccount(portal, {
      memberships: [
        { tenantId: two, role: 'viewer' },
        { tenantId: one, role: 'viewer' },
      ],
    })
    const client = createClient(portal.url)
    await client.signIn(person.email, PASSWORD)
    expect((await client.get('/api/v1/session')).body.tenant.id).toBe(two)
    await portal.owner((tx) =>
      tx
        .updateTable('profiles')
        .set({ default_tenant_id: null })
        .where('user_id', '=', person.userId)
        .execute(),
    )
    await client.signIn(person.email, PASSWORD)
    expect((await client.get('/api/v1/session')).body.tenant.id).toBe(one)
  })

  it('rotates its token on refresh; the old one has a grace, in which it gets the same new one', async () => {
    const member = await aMember(portal, await aTenant(portal))
    const old = { headers: { cookie: `portal_session=${member.cookies.get('portal_session')}` } }
    const refreshed = await member.post('/api/v1/session/refresh')
    expect(refreshed.status).toBe(200)
    expect(refreshed.body.role).toBe('procurement_manager')
    const fresh = member.cookies.get('portal_session')
    expect(`portal_session=${fresh}`).not.toBe(old.headers.cookie)
    const late = createClient(portal.url)
    expect((await late.get('/api/v1/session', old)).status).toBe(200)
    expect((await late.post('/api/v1/session/refresh', undefined, old)).status).toBe(200)
    expect(late.cookies.get('portal_session')).toBe(fresh)
  })

  it('ends altogether when an old token comes back after its grace', async () => {
    const member = await aMember(portal, await aTenant(portal))
    const old = { headers: { cookie: `portal_session=${member.cookies.get('portal_session')}` } }
    await member.post('/api/v1/session/refresh')
    await portal.owner((tx) =>
      sql`update auth.retired_tokens set retired_at = now() - interval '31 seconds'`.execute(tx),
    )
    expect((await createClient(portal.url).get('/api/v1/orders', old)).status).toBe(401)
    expect((await member.get('/api/v1/session')).status).toBe(401)
  })

  describe('without anybody at it (J6)', () => {
    const minutes = (at: string, from: string) => Math.round((Date.parse(at) - Date.parse(from)) / 60_000)
    /** As if everything of the session had been so many minutes ago. */
    const away = (userId: string, ago: number) =>
      portal.owner((tx) =>
        sql`update auth.sessions set last_active_at = now() - make_interval(mins => ${ago}) where user_id = ${userId}`.execute(
          tx,
        ),
      )
    const aMemberSomewhere = async () => aMember(portal, await aTenant(portal))

    it.each([
      ['who says nothing is as long away as before', 20, {}, 20],
      ['who was there meanwhile is there since then', 20, { idleSeconds: 300 }, 5],
      ['who was there before that is there since that', 20, { idleSeconds: 1500 }, 20],
      ['nobody was there in the future, or at the time of no refresh', 20, { idleSeconds: 0 }, 0],
    ])('%s', async (_, ago, said, kept) => {
      const member = await aMemberSomewhere()
      await away(member.userId, ago)
      const { status, body } = await member.post('/api/v1/session/refresh', said)
      expect([status, minutes(body.idleEndsAt, body.at)]).toEqual([200, 30 - kept])
      // The session itself ends then, whatever is asked of it until that.
      expect(minutes(body.expiresAt, body.at)).toBe(Math.min(15, 30 - kept))
    })

    it.each([
      ['nothing is said', 31, {}],
      ['somebody was there too long ago', 31, { idleSeconds: 1801 }],
    ])('it is over after half an hour where %s', async (_, ago, said) => {
      const member = await aMemberSomewhere()
      await away(member.userId, ago)
      expect((await member.post('/api/v1/session/refresh', said)).status).toBe(401)
    })

    it('ends whatever streams and polling do', async () => {
      const member = await aMemberSomewhere()
      await away(member.userId, 20)
      for (let ask = 0; ask < 3; ask++) expect((await member.get('/api/v1/orders')).status).toBe(200)
      const { body } = await member.post('/api/v1/session/refresh')
      expect(minutes(body.idleEndsAt, body.at)).toBe(10)
    })

    it('refuses what is no span of time', async () => {
      const member = await aMemberSomewhere()
      for (const idleSeconds of [-1, 'x', null])
        expect((await member.post('/api/v1/session/refresh', { idleSeconds })).status).toBe(422)
      expect((await member.post('/api/v1/session/refresh', '{')).status).toBe(400)
      expect((await member.post('/api/v1/session/refresh', { idleSeconds: 1e300 })).status).toBe(200)
    })
  })

  it('is listed with its device and ended by its owner alone, at once', async () => {
    const one = await aMember(portal, await aTenant(portal))
    const two = createClient(portal.url)
    const agent = {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    }
    await two.post('/api/auth/sign-in/email', { email: one.email, password: PASSWORD }, agent)
    const stranger = await aMember(portal, await aTenant(portal))
    expect((await createClient(portal.url).get('/api/v1/sessions')).status).toBe(401)
    const { items } = (await one.get('/api/v1/sessions')).body
    expect(items).toMatchObject([
      { isCurrent: true },
      { isCurrent: false, browser: 'Firefox', system: 'Linux' },
    ])
    expect(JSON.stringify(items)).not.toContain(String(one.cookies.get('portal_session')).split('.')[0])
    const end = (asker: { post: typeof one.post }, id: string) => asker.post(`/api/v1/sessions/${id}/end`, {})
    expect((await end(stranger, items[1].id)).status).toBe(404)
    expect((await two.get('/api/v1/session')).status).toBe(200)
    expect((await end(one, items[1].id)).body).toEqual({ ended: true })
    expect((await two.get('/api/v1/session')).status).toBe(401)
    expect((await one.get('/api/v1/sessions')).body.items).toHaveLength(1)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aPerson, aTenant, PASSWORD } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { openStream } from '../support/event-stream.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let tenant: number
let administrator: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  tenant = await aTenant(portal, { name: 'Fjord' })
  administrator = await anAdministrator(portal)
  await allow(true)
})
afterAll(() => portal?.close())

const PATH = '/api/v1/admin/temporary-access'
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const allow = (allowed: boolean) => administrator.send('PUT', `${PATH}/tenants/${tenant}`, { allowed })
const issue = (more: object = {}) =>
  administrator.post(PATH, { email: 'Guest@new.example', tenantId: tenant, role: 'viewer', ...more })
const enter = async (code: string, email = 'guest@NEW.example') => {
  const client = createClient(portal.url)
  return Object.assign(client, {
    entered: await client.post('/api/auth/sign-in/temporary', { email, code }),
  })
}
const guest = async (more: object = {}) => enter((await issue(more)).body.code)

describe('a temporary access (A2)', () => {
  it('is issued for a tenant that allows it, with a role that manages and approves nothing', async () => {
    const other = await aTenant(portal)
    expect(said(await issue({ tenantId: other }))).toEqual([409, 'temporary_not_allowed'])
    expect(said(await issue({ role: 'tenant_admin' }))).toEqual([422, 'role_not_temporary'])
    expect(said(await issue({ role: 'quality' }))).toEqual([422, 'unknown_role'])
    const { body } = await issue()
    expect(body.code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
    const hours = (Date.parse(body.endsAt) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    const kept = await peek(portal, 'select * from auth.temporary_access')
    expect(JSON.stringify([kept, portal.lines])).not.toContain(body.code)
  })

  it('is found by a part of the address or of the company', async () => {
    await issue({ email: 'anneliese@find.example' })
    const found = async (search: string) => {
      const { body } = await administrator.get(`${PATH}?search=${encodeURIComponent(search)}`)
      return [body.total, body.items.map(({ email }: { email: string }) => email)]
    }
    expect(await found('ANNELIESE@')).toEqual([1, ['anneliese@find.example']])
    expect(await found('%')).toEqual([0, []])
  })

  it('enters by address and code, in any case and without dashes; everything else is told alike', async () => {
    const { code } = (await issue()).body
    for (const attempt of [
      await enter('XXXX-XXXX-XXXX-XXXX', 'nobody@new.example'),
      await enter(code, 'other@new.example'),
    ])
      expect(said(attempt.entered)).toEqual([401, 'invalid_credentials'])
    const client = await enter(code.toLowerCase().replaceAll('-', ''))
    expect((await client.get('/api/v1/session')).body).toMatchObject({
      temporary: true,
      role: 'viewer',
      tenant: { id: tenant },
      memberships: [],
      user: { email: 'guest@new.example' },
    })
  })

  it('is used as often as was said, also by many at once', async () => {
    const { code } = (await issue({ uses: 2 })).body
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(() => enter(code)))
    expect(answers.filter(({ entered }) => entered.status === 200)).toHaveLength(2)
    expect((await enter(code)).entered.status).toBe(401)
  })

  it('rests after five wrong attempts, and locks nobody’s password', async () => {
    const member = await aMember(portal, tenant)
    const { code } = (await issue({ email: member.email })).body
    // However it is written, it is one address.
    for (let attempt = 0; attempt < 5; attempt++) await enter('wrong', ' '.repeat(attempt) + member.email)
    expect((await enter(code, member.email)).entered.status).toBe(401)
    expect((await createClient(portal.url).signIn(member.email, 'heron-on-the-quay-7')).status).toBe(200)
  })

  it('looks and changes nothing; people, trail and what is more than a thousand rows stay out of sight', async () => {
    const client = await guest()
    expect((await client.get('/api/v1/orders')).status).toBe(200)
    for (const path of ['/api/v1/members', '/api/v1/audit', '/api/v1/admin/users'])
      expect(said(await client.get(path))).toEqual([403, 'permission_denied'])
    for (const [path, body] of [
      ['/api/v1/exports', { kind: 'orders', input: {} }],
      ['/api/v1/views', { screen: 'orders', name: 'Mine', state: { address: {}, columns: {} } }],
      ['/api/v1/session/email', { email: 'x@new.example' }],
      ['/api/v1/session/tenant', { tenantId: tenant }],
    ] as const)
      expect([path, ...said(await client.post(path, body))]).toEqual([path, 403, 'read_only_session'])
    expect((await client.post('/api/v1/session/preferences', { theme: 'dark' })).status).toBe(200)
    expect((await client.post('/api/v1/session/refresh')).status).toBe(200)
    const more = (rows: number) =>
      peek(
        portal,
        `with s as (insert into auth.ingest_sources (name) values ('main') on conflict (name) do update set name = 'main' returning id)
         insert into portal.orders (tenant_id, source_id, source_key, ord_no, currency)
         select $1, s.id, 'T' || n, 'T' || n, 'CAD' from s, generate_series($2::int, $3::int) n`,
        [tenant, rows === 1 ? 1001 : 1, rows === 1 ? 1001 : 1000],
      )
    await more(1000)
    expect((await client.get('/api/v1/orders/export')).status).toBe(200)
    await more(1)
    expect(said(await client.get('/api/v1/orders/export'))).toEqual([403, 'export_too_large'])
  })

  it('is a principal of its own in the trail, which names it; no list of people does', async () => {
    const client = await guest()
    const { user } = (await client.get('/api/v1/session')).body
    await client.get('/api/v1/orders/export?search=nothing')
    const owner = await aMember(portal, tenant, 'tenant_admin')
    const { items } = (await owner.get('/api/v1/audit?action=orders.exported')).body
    expect(items[0]).toMatchObject({ actor: user.id, actorName: 'guest@new.example' })
    const people = (await administrator.get('/api/v1/admin/users?search=guest')).body
    expect(people).toMatchObject({ items: [], total: 0 })
    expect(JSON.stringify((await owner.get('/api/v1/members')).body)).not.toContain(user.id)
  })

  it('ends when it is revoked, has run out, or the tenant allows none any more; its stream with it', async () => {
    const client = await guest()
    const stream = await openStream(portal.url, client)
    await stream.ready()
    const [{ id }] = (await administrator.get(PATH)).body.items
    expect((await administrator.post(`${PATH}/${id}/revoke`, {})).body).toEqual({
      email: 'guest@new.example',
    })
    expect(said(await client.get('/api/v1/session'))).toEqual([401, 'no_session'])
    expect(await stream.ended()).toBe(true)
    expect(said(await administrator.post(`${PATH}/${id}/revoke`, {}))).toEqual([404, 'not_found'])

    const late = await guest()
    await peek(portal, `update auth.temporary_access set ends_at = now()`)
    expect((await late.get('/api/v1/session')).body).toMatchObject({ role: null, permissions: [] })
    expect(said(await late.get('/api/v1/orders'))).toEqual([403, 'permission_denied'])
    await peek(portal, `update auth.sessions set ends_at = now() where ends_at is not null`)
    await late.post('/api/v1/session/refresh')
    expect(said(await late.get('/api/v1/session'))).toEqual([401, 'no_session'])

    const forbidden = await guest()
    await allow(false)
    expect(said(await forbidden.get('/api/v1/session'))).toEqual([401, 'no_session'])
  })
})

const LOOK = '/api/v1/session/viewing'
const lookAt = (actor: Actor, more: object = {}) =>
  actor.post(LOOK, { tenantId: tenant, role: 'viewer', reason: 'a call from the client', ...more })
const end = (actor: Actor) => actor.post(`${LOOK}/end`, {})
const orders = (actor: Actor) => actor.get('/api/v1/orders')
const PAST = '/api/v1/members/viewings'

describe('a look through a role’s eyes (H1)', () => {
  it('is for administrators who see everything, at a tenant that is open, as a role of a tenant', async () => {
    const [owner, staff] = [
      await aMember(portal, tenant, 'tenant_admin'),
      await aPerson(portal, { staff: { role: 'account_manager' } }),
    ]
    await allow(true)
    for (const actor of [owner, staff, await guest()])
      expect(said(await lookAt(actor as Actor))).toEqual([403, 'permission_denied'])
    expect(said(await createClient(portal.url).post(LOOK, {}))).toEqual([401, 'no_session'])
    const closed = await aTenant(portal)
    await peek(portal, 'update portal.tenants set suspended_at = now() where id = $1', [closed])
    for (const [more, refusal] of [
      [{ tenantId: 900_000 }, [404, 'not_found']],
      [{ tenantId: closed }, [409, 'tenant_suspended']],
      [{ role: 'account_manager' }, [422, 'unknown_role']],
      [{ role: 'global_admin' }, [422, 'unknown_role']],
      [{ reason: ' x ' }, [422, 'validation']],
      [{ userId: 'x' }, [422, 'validation']],
    ] as const)
      expect([more, said(await lookAt(administrator, more))]).toEqual([more, refusal])
    expect(said(await end(administrator))).toEqual([409, 'not_viewing'])
    const narrowed = await anAdministrator(portal)
    await narrowed.post('/api/v1/session/tenant', { tenantId: tenant })
    expect(said(await lookAt(narrowed))).toEqual([403, 'permission_denied'])
    const late = await anAdministrator(portal)
    await peek(
      portal,
      `update auth.sessions set password_at = now() - interval '11 minutes' where user_id = $1`,
      [late.userId],
    )
    expect(said(await lookAt(late))).toEqual([401, 'second_factor_required'])
    expect((await owner.get(PAST)).body).toMatchObject({ items: [], total: 0 })
  })

  it('sees what the role sees, changes nothing, goes nowhere else, and ends under a new token', async () => {
    const actor = await anAdministrator(portal)
    const stream = await openStream(portal.url, actor)
    await stream.ready()
    const token = actor.cookies.get('portal_session')
    const { status, body } = await lookAt(actor, { role: 'sales_analyst' })
    expect([status, body.role, body.tenant.id, body.memberships]).toEqual([200, 'sales_analyst', tenant, []])
    expect(body.user.globalAdmin).toBe(false)
    expect(body.permissions.toSorted()).toEqual([
      ...['assistant.write', 'conversations.read', 'conversations.write'],
      ...['dashboard.read', 'documents.read', 'products.read', 'sales.read'],
    ])
    const minutes = (Date.parse(body.viewing.until) - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(30)
    expect(actor.cookies.get('portal_session')).not.toBe(token)
    expect(await stream.ended()).toBe(true)
    expect((await actor.get('/api/v1/sales/history')).status).toBe(200)
    for (const path of ['/api/v1/orders', '/api/v1/members', '/api/v1/admin/users', '/api/v1/tenants'])
      expect([path, ...said(await actor.get(path))]).toEqual([path, 403, 'permission_denied'])
    // Never one inside another, not even behind the endpoint.
    expect(said(await lookAt(actor))).toEqual([403, 'permission_denied'])
    for (const [path, sent] of [
      ['/api/v1/exports', { kind: 'sales-history', input: {} }],
      ['/api/v1/views', { screen: 'orders', name: 'Mine', state: { address: {}, columns: {} } }],
      ['/api/v1/session/email', { email: 'x@new.example' }],
      ['/api/v1/session/tenant', { tenantId: null }],
      ['/api/v1/sessions/x/end', {}],
      ['/api/auth/password/change', { current: PASSWORD, password: 'a-quiet-lantern-by-9' }],
      ['/api/auth/second-factor/begin', { password: PASSWORD }],
      ['/api/auth/second-factor/step-up', { password: PASSWORD }],
    ] as const)
      expect([path, ...said(await actor.post(path, sent))]).toEqual([path, 403, 'read_only_session'])
    expect(said(await actor.get('/api/v1/own-data'))).toEqual([403, 'read_only_session'])
    expect((await actor.post('/api/v1/session/refresh')).body.viewing).toEqual(body.viewing)
    const looking = actor.cookies.get('portal_session')
    const after = await end(actor)
    expect(after.body).toMatchObject({ role: 'global_admin', tenant: null, viewing: null })
    expect(actor.cookies.get('portal_session')).not.toBe(looking)
    expect((await actor.get('/api/v1/admin/users')).status).toBe(200)
  })

  it('runs out by itself: its screens are refused, its stream ends, and the session is the administrator’s again', async () => {
    const actor = await anAdministrator(portal)
    await lookAt(actor)
    const stream = await openStream(portal.url, actor)
    await stream.ready()
    expect((await orders(actor)).status).toBe(200)
    await peek(portal, `update auth.sessions set view_ends = now() where user_id = $1`, [actor.userId])
    const screen = { headers: { 'x-portal-tenant': String(tenant) } }
    expect(said(await actor.get('/api/v1/orders', screen))).toEqual([409, 'tenant_changed'])
    expect(said(await actor.post(`${LOOK}/end`, {}, screen))).toEqual([409, 'tenant_changed'])
    expect(await stream.ended()).toBe(true)
    expect((await actor.get('/api/v1/session')).body).toMatchObject({ role: 'global_admin', viewing: null })
    // The next one begins, and an ordinary switch is an ordinary switch.
    expect((await lookAt(actor)).body.viewing).not.toBeNull()
    await peek(portal, `update auth.sessions set view_ends = now() where user_id = $1`, [actor.userId])
    expect((await actor.post('/api/v1/session/tenant', { tenantId: tenant })).body).toMatchObject({
      role: 'global_admin',
      tenant: { id: tenant },
    })
  })

  it('is read with its reason by the administrators of that tenant, and by nobody of another', async () => {
    const watched = await aTenant(portal)
    const [owner, stranger, viewer] = [
      await aMember(portal, watched, 'tenant_admin'),
      await aMember(portal, tenant, 'tenant_admin'),
      await aMember(portal, watched, 'viewer'),
    ]
    const actor = await aPerson(portal, { globalAdmin: true, name: 'Ada Admin' })
    await lookAt(actor, { tenantId: watched, role: 'finance_manager', reason: 'order 17 is missing' })
    await actor.get('/api/v1/sales/history/export?format=csv')
    // Also what the role may see of people, among them that somebody looks.
    const head = await anAdministrator(portal)
    await lookAt(head, { tenantId: watched, role: 'tenant_admin' })
    expect((await head.get('/api/v1/members')).body.items.length).toBeGreaterThan(0)
    expect((await head.get(PAST)).body.total).toBe(2)
    await end(head)
    expect((await owner.get(PAST)).body.items[1]).toMatchObject({
      name: 'Ada Admin',
      role: 'finance_manager',
      reason: 'order 17 is missing',
      endedAt: null,
    })
    await end(actor)
    await lookAt(actor, { tenantId: watched, reason: 'once more' })
    await actor.post('/api/auth/sign-out')
    await portal.signIn.sessions.sweep()
    const { items, total } = (await owner.get(PAST)).body
    expect([total, items.map(({ endedAt }: Json) => endedAt === null)]).toEqual([3, [false, false, false]])
    expect((await owner.get(`${PAST}?limit=1`)).body.nextCursor).not.toBeNull()
    expect((await owner.get(`${PAST}?search=ORDER+17`)).body).toMatchObject({
      total: 1,
      items: [{ reason: 'order 17 is missing' }],
    })
    expect((await owner.get(`${PAST}?search=ada&limit=1`)).body).toMatchObject({ total: 2 })
    expect(said(await viewer.get(PAST))).toEqual([403, 'permission_denied'])
    expect(JSON.stringify((await stranger.get(PAST)).body)).not.toContain('order 17')

    const trail = (await owner.get('/api/v1/audit?limit=100')).body.items
    const of = (action: string) => trail.filter((row: Json) => row.action === action)
    expect(of('viewing.began')[2]).toMatchObject({
      actor: actor.userId,
      byStaff: true,
      new: expect.objectContaining({ role: 'finance_manager', reason: 'order 17 is missing' }),
    })
    const ends = of('viewing.ended')
    expect(ends.map((row: Json) => row.new.byItself)).toEqual([true, false, false])
    expect(ends[1].byStaff).toBe(true)
    // What was done while it went on was done by staff too.
    const [taken] = of('sales_history.exported')
    expect(taken).toMatchObject({ actor: actor.userId, byStaff: true })
  })
})

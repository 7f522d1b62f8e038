import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aTenant } from '../support/actors.ts'
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
    for (let attempt = 0; attempt < 5; attempt++) await enter('wrong', member.email)
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

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/platform/server/database/open-database.ts'
import {
  type Actor,
  aMember,
  anAccount,
  anAdministrator,
  aPerson,
  aStaffMember,
  aTenant,
  PASSWORD,
} from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { openStream } from '../support/event-stream.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let tenant: number
let owner: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  tenant = await aTenant(portal, { name: 'Fjord' })
  owner = await aMember(portal, tenant, 'tenant_admin')
})
afterAll(() => portal?.close())

const MEMBERS = '/api/v1/members'
const NEW = 'a-quiet-lantern-by-9'
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const visitor = () => createClient(portal.url)
const invite = (asker: Actor, emails: string[], role = 'viewer') =>
  asker.post(`${MEMBERS}/invitations`, { emails, role })
const linkTo = async (email: string): Promise<string> =>
  (
    await peek(
      portal,
      `select secret from auth.mails where to_email = $1 and kind = 'invitation' order by id desc`,
      [email],
    )
  )[0]?.secret
const accept = (token: string, person: object = {}, client = visitor()) =>
  client.post('/api/auth/invitation/accept', { token, ...person })

describe('the people of a tenant', () => {
  it('are managed by those who hold the right, one tenant at a time, and never another one’s', async () => {
    expect(said(await visitor().get(MEMBERS))).toEqual([401, 'no_session'])
    const viewer = await aMember(portal, tenant, 'viewer')
    const staff = await aStaffMember(portal, 'customer_service')
    for (const asker of [viewer, staff]) {
      expect(said(await asker.get(MEMBERS))).toEqual([403, 'permission_denied'])
      expect(said(await invite(asker, ['x@test.example']))).toEqual([403, 'permission_denied'])
    }
    const administrator = await anAdministrator(portal)
    expect(said(await administrator.get(MEMBERS))).toEqual([409, 'choose_tenant'])
    const stranger = await aMember(portal, await aTenant(portal), 'tenant_admin')
    expect((await stranger.get(MEMBERS)).body.items.map(({ userId }: Json) => userId)).toEqual([
      stranger.userId,
    ])
    for (const path of ['role', 'remove'])
      expect(
        said(
          await stranger.post(
            `${MEMBERS}/${viewer.userId}/${path}`,
            path === 'role' ? { role: 'viewer' } : {},
          ),
        ),
      ).toEqual([404, 'not_found'])
    await administrator.post('/api/v1/session/tenant', { tenantId: tenant })
    const { body } = await administrator.get(MEMBERS)
    expect(body.items.map(({ userId }: Json) => userId).toSorted()).toEqual(
      [owner.userId, viewer.userId].toSorted(),
    )
    expect(body.grantable).toContain('tenant_admin')
  })

  it('are found by a part of the name or address, and counted where they are more than are listed', async () => {
    const large = await aTenant(portal)
    const head = await aPerson(portal, {
      name: 'Zoé Head',
      memberships: [{ tenantId: large, role: 'tenant_admin' }],
    })
    await peek(
      portal,
      `with u as (insert into auth.users (id, name, email) select 'many-' || n, 'Person ' || n, 'p' || n || '@many.example'
                    from generate_series(1, 1005) n returning id, name, email),
            p as (insert into portal.profiles (user_id, name, email) select id, name, email from u on conflict do nothing)
       select from u`,
    )
    await peek(
      portal,
      `insert into portal.members (tenant_id, user_id, role) select $1, 'many-' || n, 'viewer' from generate_series(1, 1005) n`,
      [large],
    )
    const found = async (query = '') => {
      const { status, body } = await head.get(`${MEMBERS}${query}`)
      return status === 200 ? [body.total, body.items.length] : [status, body.code]
    }
    expect(await found()).toEqual([1006, 1000])
    // Beyond what is listed, whatever the letter case and the accents.
    expect((await head.get(`${MEMBERS}?search=zoe`)).body.items).toMatchObject([{ userId: head.userId }])
    expect(await found('?search=P1005@MANY')).toEqual([1, 1])
    expect(await found('?search=%25')).toEqual([0, 0])
    expect(await found('?search=')).toEqual([422, 'validation'])
    expect((await owner.get(`${MEMBERS}?search=many`)).body.total).toBe(0)
  })

  it('in the database too: a context of another tenant or without the right lists and changes nobody', async () => {
    const viewer = await aMember(portal, tenant, 'viewer')
    for (const [asker, of] of [
      [viewer, tenant],
      [owner, await aTenant(portal)],
    ] as const) {
      const cookie = [...asker.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const token = portal.signIn.cookies.readSession(cookie) as string
      const database = openDatabase(portal.location.login('portal_app'))
      const attempt = database.withTenant(token, (tx) =>
        sql`select * from portal.list_members(${of}::int, null)`.execute(tx),
      )
      await expect(attempt).rejects.toMatchObject({ code: '42501' })
      await database.close()
    }
  })

  it('nobody grants a role that holds more, that is none, or of the staff', async () => {
    await portal.owner((tx) =>
      tx
        .insertInto('roles')
        .values({
          key: 'mighty',
          kind: 'tenant',
          name: 'Mighty',
          permissions: ['orders.read', 'tenants.read'],
        })
        .execute(),
    )
    expect(said(await invite(owner, ['x@test.example'], 'mighty'))).toEqual([403, 'grants_too_much'])
    // What the verb itself refuses is on record too.
    expect(
      await peek(
        portal,
        `select new ->> 'tried' as tried, new ->> 'refused' as refused from portal.audit_log where action = 'access.denied' and actor = $1`,
        [owner.userId],
      ),
    ).toContainEqual({ tried: 'member.invited', refused: 'grants_too_much' })
    expect(said(await invite(owner, ['x@test.example'], 'quality'))).toEqual([422, 'unknown_role'])
    expect((await owner.get(MEMBERS)).body.grantable).not.toContain('mighty')
  })

  it('nobody takes a role from who holds more, and all the others', async () => {
    await portal.owner((tx) =>
      tx
        .insertInto('roles')
        .values({
          key: 'people',
          kind: 'tenant',
          name: 'People',
          permissions: ['orders.read', 'members.manage'],
        })
        .execute(),
    )
    const home = await aTenant(portal)
    const head = await aMember(portal, home, 'tenant_admin')
    const other = await aMember(portal, home, 'people')
    const manager = await aMember(portal, home, 'people')
    for (const [act, body] of [
      ['role', { role: 'people' }],
      ['remove', {}],
    ] as const)
      expect(said(await manager.post(`${MEMBERS}/${head.userId}/${act}`, body))).toEqual([
        403,
        'grants_too_much',
      ])
    expect((await head.get('/api/v1/session')).body).toMatchObject({ role: 'tenant_admin' })
    expect((await manager.post(`${MEMBERS}/${other.userId}/remove`, {})).status).toBe(200)
    expect((await head.post(`${MEMBERS}/${manager.userId}/remove`, {})).status).toBe(200)
  })

  it('a change of role counts with the next request and closes the open stream; removal too', async () => {
    const member = await aMember(portal, tenant, 'viewer')
    const stream = await openStream(portal.url, member)
    await stream.ready()
    expect((await owner.post(`${MEMBERS}/${member.userId}/role`, { role: 'quality_manager' })).status).toBe(
      200,
    )
    const { body: session } = await member.get('/api/v1/session')
    expect(session).toMatchObject({ role: 'quality_manager' })
    // The token was known under other rights: it lasts as long as an open screen needs to take a new one (T14).
    expect(Date.parse(session.expiresAt) - Date.now()).toBeLessThanOrEqual(90_000)
    expect(said(await member.get('/api/v1/sales/history'))).toEqual([403, 'permission_denied'])
    expect((await member.post('/api/v1/session/refresh')).status).toBe(200)
    const { expiresAt } = (await member.get('/api/v1/session')).body
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.parse(session.expiresAt) + 600_000)
    expect(await stream.ended()).toBe(true)
    expect((await owner.post(`${MEMBERS}/${member.userId}/remove`, {})).status).toBe(200)
    expect((await member.get('/api/v1/session')).body).toMatchObject({ role: null, memberships: [] })
    expect((await member.get('/api/v1/orders')).status).toBe(403)
  })

  it('of two who manage the people and leave at once, one stays', async () => {
    const home = await aTenant(portal)
    const [one, two] = [
      await aMember(portal, home, 'tenant_admin'),
      await aMember(portal, home, 'tenant_admin'),
    ]
    const answers = await Promise.all([
      one.post(`${MEMBERS}/${one.userId}/role`, { role: 'viewer' }),
      two.post(`${MEMBERS}/${two.userId}/remove`, {}),
    ])
    expect(answers.map(said).toSorted()).toEqual([
      [200, undefined],
      [409, 'last_owner'],
    ])
  })
})

describe('an invitation', () => {
  it('makes somebody new a member, once; whoever holds another link learns nothing', async () => {
    const email = 'new.person@test.example'
    const { body } = await invite(owner, [' New.Person@test.example', owner.email, email], 'finance_manager')
    expect(body).toEqual({ invited: [email], members: [owner.email] })
    const token = await linkTo(email)
    const looked = await visitor().post('/api/auth/invitation/look', { token })
    expect(looked.body).toMatchObject({ email, tenant: 'Fjord', role: 'finance_manager', hasAccount: false })
    // Its own name in each language is the screen's affair.
    expect(looked.body.roleNames).toEqual({})
    expect(said(await accept('x'.repeat(43), { name: 'N', password: NEW }))).toEqual([404, 'link_void'])
    expect((await accept(token)).body.errors).toMatchObject([{ path: 'name' }])
    expect((await accept(token, { name: 'N', password: 'fjord-fjord-fjord' })).body.errors).toMatchObject([
      { path: 'password' },
    ])
    const both = await Promise.all([1, 2, 3].map(() => accept(token, { name: 'New Person', password: NEW })))
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const client = visitor()
    expect((await client.signIn(email, NEW)).status).toBe(200)
    expect((await client.get('/api/v1/session')).body).toMatchObject({
      role: 'finance_manager',
      user: { name: 'New Person' },
    })
    expect((await owner.get(MEMBERS)).body.invitations).toEqual([])
    const trail = await peek(
      portal,
      `select action, actor from portal.audit_log where tenant_id = $1 and action like 'member.%' order by seq`,
      [tenant],
    )
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['member.invited', 'member.joined']),
    )
    expect(JSON.stringify([trail, portal.lines])).not.toContain(token)
  })

  it('an account that exists must sign in, as itself, before it gets one more company', async () => {
    const person = await anAccount(portal)
    await invite(owner, [person.email])
    const token = await linkTo(person.email)
    expect(said(await accept(token, { name: 'Thief', password: NEW }))).toEqual([401, 'no_session'])
    expect(said(await accept(token, {}, owner))).toEqual([409, 'other_account'])
    const client = visitor()
    await client.signIn(person.email, PASSWORD)
    expect((await accept(token, {}, client)).status).toBe(200)
    expect((await client.get('/api/v1/session')).body.memberships).toMatchObject([{ tenantId: tenant }])
    expect(said(await accept(token, {}, client))).toEqual([404, 'link_void'])
  })

  it('is void when it was withdrawn, replaced or is a week old', async () => {
    const email = 'late@test.example'
    await invite(owner, [email])
    const first = await linkTo(email)
    await invite(owner, [email])
    const second = await linkTo(email)
    expect(said(await accept(first, { name: 'L', password: NEW }))).toEqual([404, 'link_void'])
    const [{ id }] = (await owner.get(MEMBERS)).body.invitations
    const stranger = await aMember(portal, await aTenant(portal), 'tenant_admin')
    expect(said(await stranger.post(`${MEMBERS}/invitations/${id}/withdraw`, {}))).toEqual([404, 'not_found'])
    expect((await owner.post(`${MEMBERS}/invitations/${id}/withdraw`, {})).body).toEqual({ email })
    expect(said(await accept(second, { name: 'L', password: NEW }))).toEqual([404, 'link_void'])
    await invite(owner, [email])
    const third = await linkTo(email)
    await portal.owner((tx) => sql`update auth.invitations set ends_at = now()`.execute(tx))
    expect(said(await accept(third, { name: 'L', password: NEW }))).toEqual([404, 'link_void'])
  })
})

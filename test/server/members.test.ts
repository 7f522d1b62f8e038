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
const INVITED = `${MEMBERS}/invitations`
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
/** Every row of a list, page by page; no page after the first one counts. */
async function allOf(asker: Actor, path: string): Promise<Json[]> {
  const rows: Json[] = []
  for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 20; pages++) {
    const { body }: { body: Json } = await asker.get(`${path}${cursor && `&cursor=${cursor}`}`)
    if (cursor) expect(body.total).toBeNull()
    rows.push(...body.items)
    cursor = body.nextCursor
  }
  return rows
}
const accept = (token: string, person: object = {}, client = visitor()) =>
  client.post('/api/auth/invitation/accept', { token, ...person })

describe('the people of a tenant', () => {
  it('are managed by those who hold the right, one tenant at a time, and never another one’s', async () => {
    for (const path of [MEMBERS, INVITED])
      expect(said(await visitor().get(path))).toEqual([401, 'no_session'])
    const viewer = await aMember(portal, tenant, 'viewer')
    const staff = await aStaffMember(portal, 'customer_service')
    for (const asker of [viewer, staff]) {
      expect(said(await asker.get(MEMBERS))).toEqual([403, 'permission_denied'])
      expect(said(await asker.get(INVITED))).toEqual([403, 'permission_denied'])
      expect(said(await invite(asker, ['x@test.example']))).toEqual([403, 'permission_denied'])
    }
    const administrator = await anAdministrator(portal)
    for (const path of [MEMBERS, INVITED])
      expect(said(await administrator.get(path))).toEqual([409, 'choose_tenant'])
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

  it('are found by a part of the name or address, counted, and read page by page in any order', async () => {
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
    expect(await found('?limit=1000')).toEqual([1006, 1000])
    // Beyond what is listed, whatever the letter case and the accents.
    expect((await head.get(`${MEMBERS}?search=zoe`)).body.items).toMatchObject([{ userId: head.userId }])
    expect(await found('?search=P1005@MANY')).toEqual([1, 1])
    expect(await found('?search=%25')).toEqual([0, 0])
    expect(await found('?search=')).toEqual([422, 'validation'])
    expect((await owner.get(`${MEMBERS}?search=many`)).body.total).toBe(0)
    expect(await found('?sort=password')).toEqual([422, 'validation'])
    expect(await found('?cursor=x')).toEqual([422, 'bad_cursor'])
    await peek(
      portal,
      `update portal.members set role = 'quality_manager' where tenant_id = $1 and user_id = 'many-7'`,
      [large],
    )
    for (const [sort, first, last] of [
      ['name', 'Person 1', 'Zoé Head'],
      ['-name', 'Zoé Head', 'Person 1'],
      ['-email', 'p1005@many.example', undefined],
      ['-role', 'Person 999', 'Person 7'],
      ['-since', undefined, 'Zoé Head'],
      ['lastSeen', undefined, 'Zoé Head'],
    ] as const) {
      const read = await allOf(head, `${MEMBERS}?sort=${sort}&limit=700`)
      expect(read).toHaveLength(1006)
      expect(new Set(read.map(({ userId }) => userId)).size, sort).toBe(1006)
      const ends = [read[0], read.at(-1)].map((one) => one?.[sort === '-email' ? 'email' : 'name'])
      if (first) expect(ends[0], sort).toBe(first)
      if (last) expect(ends[1], sort).toBe(last)
    }
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
      const invited = database.withTenant(token, (tx) =>
        sql`select * from portal.list_invitations(${of}::int, null)`.execute(tx),
      )
      await expect(invited).rejects.toMatchObject({ code: '42501' })
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
    expect(body).toEqual({ invited: [email], again: [], members: [owner.email] })
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
    expect((await owner.get(INVITED)).body).toEqual({ items: [], nextCursor: null, total: 0 })
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

  it('sent once more says so: the earlier link is void', async () => {
    const email = 'twice@test.example'
    expect((await invite(owner, [email])).body).toEqual({ invited: [email], again: [], members: [] })
    const first = await linkTo(email)
    expect((await invite(owner, [email])).body).toEqual({ invited: [email], again: [email], members: [] })
    // A domain in letters or encoded is the same address.
    const [letters, encoded] = ['ana@fjörd.example', 'Ana@xn--fjrd-6qa.example']
    expect((await invite(owner, [encoded])).body).toEqual({ invited: [letters], again: [], members: [] })
    expect((await invite(owner, [letters])).body).toEqual({
      invited: [letters],
      again: [letters],
      members: [],
    })
    expect(said(await visitor().post('/api/auth/invitation/look', { token: first }))).toEqual([
      404,
      'link_void',
    ])
    const { body } = await owner.get(`${INVITED}?search=${email}`)
    expect(body.total).toBe(1)
    await owner.post(`${INVITED}/${body.items[0].id}/withdraw`, {})
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

  it('stands in a list of any length, found by address or inviter, in any order', async () => {
    const crowd = await aTenant(portal)
    const head = await aPerson(portal, {
      name: 'Zoé Head',
      memberships: [{ tenantId: crowd, role: 'tenant_admin' }],
    })
    await invite(head, ['zebra@crowd.example'], 'quality_manager')
    await peek(
      portal,
      `insert into auth.invitations (tenant_id, email, role, token_hash, created_at, ends_at)
         select $1, 'c' || n || '@crowd.example', 'viewer', sha256(convert_to('crowd' || n, 'utf8')),
                now() - n * interval '1 minute', now() + interval '1 day' from generate_series(1, 1200) n`,
      [crowd],
    )
    const addresses = async (query: string) =>
      (await allOf(head, `${INVITED}?limit=900${query}`)).map(({ email }) => email.split('@')[0])
    const newest = await addresses('')
    expect([newest.length, new Set(newest).size]).toEqual([1201, 1201])
    expect([newest[0], newest[1], newest.at(-1)]).toEqual(['zebra', 'c1', 'c1200'])
    expect((await addresses('&sort=email')).slice(0, 3)).toEqual(['c1', 'c2', 'c3'])
    expect((await addresses('&sort=role'))[0]).toBe('zebra')
    expect((await addresses('&sort=-endsAt'))[0]).toBe('zebra')
    expect((await addresses('&sort=-invitedBy'))[0]).toBe('zebra')
    expect(await addresses('&search=ZOE')).toEqual(['zebra'])
    expect(await addresses('&search=C1200@')).toEqual(['c1200'])
    for (const [query, code] of [
      ['sort=tenant', 'validation'],
      ['search=', 'validation'],
      ['cursor=x', 'bad_cursor'],
    ])
      expect(said(await head.get(`${INVITED}?${query}`))).toEqual([422, code])
    expect((await owner.get(`${INVITED}?search=crowd`)).body.total).toBe(0)
  })

  it('is void when it was withdrawn, replaced or is a week old', async () => {
    const email = 'late@test.example'
    await invite(owner, [email])
    const first = await linkTo(email)
    await invite(owner, [email])
    const second = await linkTo(email)
    expect(said(await accept(first, { name: 'L', password: NEW }))).toEqual([404, 'link_void'])
    const [{ id }] = (await owner.get(INVITED)).body.items
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

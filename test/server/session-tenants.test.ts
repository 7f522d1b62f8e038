import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { type Actor, aMember, anAdministrator, aPerson, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let superuser: Superuser
let one: number
let two: number
let three: number
beforeAll(async () => {
  portal = await startTestPortal()
  superuser = await connectSuperuser(portal.location)
  one = await aTenant(portal, { name: 'One' })
  two = await aTenant(portal, { name: 'Two', language: 'fr-CA' })
  three = await aTenant(portal, { name: 'Three' })
  for (const [tenant, count] of [
    [one, 1],
    [two, 2],
    [three, 3],
  ])
    await superuser.query(
      `insert into orders (tenant_id, source_id, source_key, ord_no, currency)
         select $1::int, 1, 'K' || n, $1 || '-' || n, 'CAD' from generate_series(1, $2::int) n`,
      [tenant, count],
    )
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
})

const enter = (actor: Actor, tenantId: number | null, headers: Record<string, string> = {}) =>
  actor.post('/api/v1/session/tenant', { tenantId }, { headers })
/** Status and number of orders, or the code of the refusal. */
async function orders(actor: Actor, headers: Record<string, string> = {}) {
  const { status, body } = await actor.get('/api/v1/orders', { headers })
  return status === 200 ? body.total : `${status} ${body.code}`
}
const cookieOf = ({ cookies }: Actor) => `portal_session=${cookies.get('portal_session')}`
const where = async (actor: Actor) => (await actor.get('/api/v1/session')).body.tenant?.name ?? null
const trail = () => superuser.value<number>('select count(*) from audit_log')
const ofBoth = (role = 'viewer') =>
  aPerson(portal, {
    memberships: [
      { tenantId: one, role },
      { tenantId: two, role },
    ],
  })

describe('the switch of tenant', () => {
  it('does not exist to a tenant that one does not belong to, and leaves everything as it was', async () => {
    const [member, staff, nobody] = [
      await ofBoth(),
      await aStaffMember(portal, 'account_manager', [one]),
      await aPerson(portal),
    ]
    const suspended = await aTenant(portal)
    await superuser.query('update tenants set suspended_at = now() where id = $1', [suspended])
    for (const actor of [member, staff, nobody]) {
      const [before, token, place] = [await trail(), actor.cookies.get('portal_session'), await where(actor)]
      const refusals = actor === staff ? [two, three, suspended, 900_000] : [three, suspended, 900_000, null]
      for (const tenantId of actor === nobody ? [one, ...refusals] : refusals) {
        const answer = await enter(actor, tenantId)
        expect([tenantId, answer.status, answer.body.code]).toEqual([tenantId, 404, 'not_found'])
        expect(answer.headers.has('set-cookie')).toBe(false)
      }
      expect([await trail(), actor.cookies.get('portal_session'), await where(actor)]).toEqual([
        before,
        token,
        place,
      ])
    }
  })

  it('moves a member, under a new token; the old one knows the new place for its grace, then ends it all', async () => {
    const member = await ofBoth()
    expect([await where(member), await orders(member)]).toEqual(['One', 1])
    const old = { cookie: `portal_session=${member.cookies.get('portal_session')}` }
    const { status, body } = await enter(member, two)
    expect([status, body.tenant.name, body.role]).toEqual([200, 'Two', 'viewer'])
    expect(`portal_session=${member.cookies.get('portal_session')}`).not.toBe(old.cookie)
    expect(await orders(member)).toBe(2)
    const late = createClient(portal.url)
    expect((await late.get('/api/v1/session', { headers: old })).body.tenant.name).toBe('Two')
    await superuser.query(`update auth.retired_tokens set retired_at = now() - interval '31 seconds'`)
    expect((await late.get('/api/v1/session', { headers: old })).status).toBe(401)
    expect((await member.get('/api/v1/session')).status).toBe(401)
  })

  it('narrows staff to one of theirs and lets them back out', async () => {
    const staff = await aStaffMember(portal, 'account_manager', [one, two])
    expect([await where(staff), await orders(staff)]).toEqual([null, 3])
    expect((await enter(staff, two)).body.tenant.name).toBe('Two')
    expect(await orders(staff)).toBe(2)
    expect((await enter(staff, null)).body.tenant).toBeNull()
    expect(await orders(staff)).toBe(3)
    const everywhere = await aStaffMember(portal, 'account_manager')
    expect((await enter(everywhere, three)).body.role).toBe('account_manager')
    expect(await orders(everywhere)).toBe(3)
  })

  it('narrows an administrator, whose work is then recorded there as done by staff', async () => {
    const administrator = await anAdministrator(portal)
    const all = await orders(administrator)
    expect(all).toBeGreaterThanOrEqual(6)
    expect((await enter(administrator, one)).body).toMatchObject({
      role: 'global_admin',
      tenant: { name: 'One' },
    })
    expect(await orders(administrator)).toBe(1)
    await administrator.post('/api/v1/session/preferences', { density: 'compact' })
    const [row] = await superuser.rows(
      `select * from audit_log where tenant_id = $1 order by seq desc limit 1`,
      [one],
    )
    expect(row).toMatchObject({ action: 'preferences.changed', actor: administrator.userId, by_staff: true })
    expect((await enter(administrator, null)).status).toBe(200)
    expect(await orders(administrator)).toBe(all)
  })

  it('of one who is staff and a member makes them the one or the other', async () => {
    const person = await aPerson(portal, {
      memberships: [{ tenantId: one, role: 'viewer' }],
      staff: { role: 'account_manager' },
    })
    expect((await person.get('/api/v1/session')).body).toMatchObject({
      role: 'viewer',
      tenant: { name: 'One' },
    })
    expect((await enter(person, two)).body).toMatchObject({
      role: 'account_manager',
      tenant: { name: 'Two' },
    })
    expect((await person.get('/api/v1/session')).body.permissions).toContain('tenants.read')
    expect((await enter(person, one)).body).toMatchObject({ role: 'viewer', tenant: { name: 'One' } })
    expect((await person.get('/api/v1/session')).body.permissions).not.toContain('tenants.read')
  })

  it('twice at once ends in one place, with a session that goes on', async () => {
    const member = await ofBoth()
    const cookie = `portal_session=${member.cookies.get('portal_session')}`
    const twice = [two, two, one, two].map((tenantId) => {
      const tab = Object.assign(createClient(portal.url), { userId: '', email: '' })
      return enter(tab, tenantId, { cookie }).then(({ status }) => ({ status, tab }))
    })
    const ended = await Promise.all(twice)
    expect(ended.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const places = await Promise.all(ended.map(({ tab }) => where(tab)))
    expect(new Set(places).size).toBe(1)
  })
})

describe('two tabs', () => {
  it('of which one was rendered for another tenant: that one is told, and nothing is done', async () => {
    const member = await ofBoth()
    const first = { 'x-portal-tenant': String(one) }
    expect(await orders(member, first)).toBe(1)
    await enter(member, two, first)
    const before = await trail()
    expect(await orders(member, first)).toBe('409 tenant_changed')
    for (const path of [
      '/api/v1/session',
      '/api/v1/orders/export',
      '/api/v1/tenants',
      '/api/v1/sales/history',
    ])
      expect([path, (await member.get(path, { headers: first })).body.code]).toEqual([path, 'tenant_changed'])
    const change = await member.post('/api/v1/session/preferences', { theme: 'dark' }, { headers: first })
    expect([change.status, change.body.code]).toEqual([409, 'tenant_changed'])
    expect((await enter(member, one, first)).body.code).toBe('tenant_changed')
    expect([await trail(), await where(member)]).toEqual([before, 'Two'])
    expect((await member.get('/api/v1/session')).body.user.preferences.theme).toBeNull()
    expect(await orders(member, { 'x-portal-tenant': String(two) })).toBe(2)
    // A screen that is reloaded asks without the assertion, and so does a prolongation of the session.
    expect((await member.post('/api/v1/session/refresh', undefined, { headers: first })).status).toBe(200)
  })

  it('of staff: everything is a place too', async () => {
    const staff = await aStaffMember(portal, 'account_manager', [one, two])
    expect(await orders(staff, { 'x-portal-tenant': 'all' })).toBe(3)
    expect(await orders(staff, { 'x-portal-tenant': String(one) })).toBe('409 tenant_changed')
    await enter(staff, one, { 'x-portal-tenant': 'all' })
    expect(await orders(staff, { 'x-portal-tenant': 'all' })).toBe('409 tenant_changed')
    expect(await orders(staff, { 'x-portal-tenant': String(one) })).toBe(1)
  })
})

describe('what an administrator changes holds from the next request on', () => {
  it('a tenant that is suspended, and one that is opened again', async () => {
    const tenant = await aTenant(portal)
    const [member, staff] = [
      await aMember(portal, tenant),
      await aStaffMember(portal, 'account_manager', [tenant]),
    ]
    expect([await orders(member), await orders(staff)]).toEqual([0, 0])
    await enter(staff, tenant)
    await superuser.query('update tenants set suspended_at = now() where id = $1', [tenant])
    expect(await orders(member)).toBe('403 permission_denied')
    const { body } = await member.get('/api/v1/session')
    expect([body.role, body.tenant, body.memberships, body.permissions]).toEqual([null, null, [], []])
    expect((await enter(member, tenant)).status).toBe(404)
    expect(await where(staff)).toBeNull()
    expect((await enter(staff, tenant)).status).toBe(404)
    await superuser.query('update tenants set suspended_at = null where id = $1', [tenant])
    expect([await orders(member), (await enter(staff, tenant)).status]).toEqual([0, 200])
  })

  it('a membership that is taken away: one is in the first that remains, and nowhere when none does', async () => {
    const member = await ofBoth()
    const screen = { 'x-portal-tenant': String(one) }
    await superuser.query('delete from members where user_id = $1 and tenant_id = $2', [member.userId, one])
    expect([await where(member), await orders(member)]).toEqual(['Two', 2])
    // What was rendered for the old place does not act in the new one.
    expect(await orders(member, screen)).toBe('409 tenant_changed')
    expect((await enter(member, one)).status).toBe(404)
    await superuser.query(`insert into members values ($1, $2, 'viewer')`, [three, member.userId])
    await superuser.query('update profiles set default_tenant_id = $2 where user_id = $1', [
      member.userId,
      three,
    ])
    expect(await where(member)).toBe('Three')
    await superuser.query('update tenants set suspended_at = now() where id = $1', [three])
    expect(await where(member)).toBe('Two')
    await superuser.query('update tenants set suspended_at = null where id = $1', [three])
    await superuser.query('delete from members where user_id = $1', [member.userId])
    const { body } = await member.get('/api/v1/session')
    expect([body.tenant, body.role, body.memberships]).toEqual([null, null, []])
    expect(await orders(member)).toBe('403 permission_denied')
  })

  it('a first membership for somebody who signed in without any', async () => {
    const person = await aPerson(portal)
    expect((await person.get('/api/v1/session')).body.role).toBeNull()
    await superuser.query(`insert into members values ($1, $2, 'viewer')`, [two, person.userId])
    expect([await where(person), await orders(person)]).toEqual(['Two', 2])
  })

  it('an assignment of staff, a staff role, the rank of administrator', async () => {
    const staff = await aStaffMember(portal, 'account_manager', [one, two])
    await superuser.query('delete from staff_tenants where user_id = $1 and tenant_id = $2', [
      staff.userId,
      two,
    ])
    expect(await orders(staff)).toBe(1)
    await superuser.query('delete from staff_tenants where user_id = $1', [staff.userId])
    expect(await orders(staff)).toBe(0)
    await superuser.query('delete from staff where user_id = $1', [staff.userId])
    expect(await orders(staff)).toBe('403 permission_denied')
    const administrator = await anAdministrator(portal)
    await superuser.query('update profiles set global_admin = false where user_id = $1', [
      administrator.userId,
    ])
    expect(await orders(administrator)).toBe('403 permission_denied')
    expect((await enter(administrator, null)).status).toBe(404)
  })

  it('the role of a member, and what a role may do', async () => {
    const member = await aMember(portal, one, 'viewer')
    await superuser.query(`update members set role = 'sales_analyst' where user_id = $1`, [member.userId])
    expect(await orders(member)).toBe('403 permission_denied')
    expect((await member.get('/api/v1/sales/history')).status).toBe(200)
    await superuser.query(`update roles set permissions = '{orders.read}' where key = 'sales_analyst'`)
    expect(await orders(member)).toBe(1)
    expect((await member.get('/api/v1/sales/history')).body.code).toBe('permission_denied')
    await superuser.query(`update roles set permissions = '{sales.read}' where key = 'sales_analyst'`)
  })

  it('a module that is hidden: refused before the permission, for that tenant alone, and never the session', async () => {
    const [member, neighbour] = [await aMember(portal, one), await aMember(portal, two)]
    const analyst = await aMember(portal, one, 'sales_analyst')
    const staff = await aStaffMember(portal, 'account_manager', [one, two])
    const hide = (visible: boolean) =>
      superuser.query(
        `insert into tenant_module_visibility values ($1, 'orders', $2)
         on conflict (tenant_id, module_id) do update set is_visible = excluded.is_visible`,
        [one, visible],
      )
    await hide(false)
    expect([await orders(member), await orders(analyst)]).toEqual(['403 module_hidden', '403 module_hidden'])
    expect((await member.get('/api/v1/orders/export')).body.code).toBe('module_hidden')
    expect((await member.get('/api/v1/sales/history')).status).toBe(200)
    expect((await member.get('/api/v1/session')).body.modules).toMatchObject({ orders: false, sales: true })
    expect(await orders(neighbour)).toBe(2)
    await enter(staff, one)
    expect(await orders(staff)).toBe('403 module_hidden')
    const administrator = await anAdministrator(portal)
    await enter(administrator, one)
    expect(await orders(administrator)).toBe(1)
    await hide(true)
    expect([await orders(member), await orders(staff)]).toEqual([1, 1])
  })

  it('a look-up of modules, people or roles that fails is told as such, and shows nothing (A3, A8)', async () => {
    const [member, staff] = [await aMember(portal, one), await aStaffMember(portal, 'account_manager', [one])]
    for (const table of ['tenant_module_visibility', 'profiles', 'members', 'roles']) {
      await superuser.query(`alter table ${table} rename to gone`)
      try {
        for (const asker of [member, staff])
          for (const path of ['session', 'orders', 'orders/export']) {
            const { status, body, headers } = await asker.get(`/api/v1/${path}`)
            expect([table, path, status, body.code]).toEqual([table, path, 503, 'database_unavailable'])
            expect(headers.get('retry-after')).toBe('2')
          }
        const write = await member.post('/api/v1/session/preferences', { theme: 'dark' })
        expect([table, write.status]).toEqual([table, 503])
      } finally {
        await superuser.query(`alter table gone rename to ${table}`)
      }
    }
    expect([await orders(member), await orders(staff)]).toEqual([1, 1])
  })
})

describe('a session', () => {
  it('is twelve hours old at most, whatever happens in it (T14)', async () => {
    const member = await aMember(portal, one)
    const age = (by: string) =>
      superuser.query(`update auth.sessions set created_at = now() - $2::interval where user_id = $1`, [
        member.userId,
        by,
      ])
    await age('11 hours 55 minutes')
    const { status, body } = await member.post('/api/v1/session/refresh')
    expect(status).toBe(200)
    const left = (Date.parse(body.expiresAt) - Date.now()) / 60_000
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(5)
    await age('12 hours 1 second')
    expect((await member.post('/api/v1/session/refresh')).status).toBe(401)
    expect((await member.get('/api/v1/session')).status).toBe(401)
  })

  it('of three rotations is held by the newest token; the first one that comes back late ends it (T15)', async () => {
    const member = await aMember(portal, one)
    const tokens = [cookieOf(member)]
    for (let round = 0; round < 3; round++) {
      expect((await member.post('/api/v1/session/refresh')).status).toBe(200)
      tokens.push(cookieOf(member))
    }
    expect(new Set(tokens).size).toBe(4)
    for (const cookie of tokens)
      expect((await createClient(portal.url).get('/api/v1/session', { headers: { cookie } })).status).toBe(
        200,
      )
    await superuser.query(
      `update auth.retired_tokens r set retired_at = now() - interval '31 seconds' from auth.sessions s
        where s.id = r.session_id and s.user_id = $1`,
      [member.userId],
    )
    const late = createClient(portal.url)
    expect(
      (await late.post('/api/v1/session/refresh', undefined, { headers: { cookie: tokens[0] as string } }))
        .status,
    ).toBe(401)
    for (const cookie of tokens)
      expect((await createClient(portal.url).get('/api/v1/session', { headers: { cookie } })).status).toBe(
        401,
      )
    expect(
      await superuser.value(
        `select count(*) from audit_log where action = 'session.token_reused' and actor = $1`,
        [member.userId],
      ),
    ).toBe(1)
  })
})

describe('many prolongations of one session at once', () => {
  it('end in one new token, which everybody gets', async () => {
    const member = await ofBoth()
    for (let round = 0; round < 4; round++) {
      const cookie = `portal_session=${member.cookies.get('portal_session')}`
      const tabs = Array.from({ length: 20 }, () => createClient(portal.url))
      const refresh = (tab: (typeof tabs)[number]) =>
        tab.post('/api/v1/session/refresh', undefined, { headers: { cookie } })
      const answers = await Promise.all(tabs.map(refresh))
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      const tokens = new Set(tabs.map((tab) => tab.cookies.get('portal_session')))
      expect(tokens.size).toBe(1)
      member.cookies.set('portal_session', [...tokens][0] as string)
      expect((await member.get('/api/v1/session')).status).toBe(200)
    }
  })
})

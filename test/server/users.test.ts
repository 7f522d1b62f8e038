import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { createClient, type Json, type TestClient } from '../support/client.ts'
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
})
afterAll(() => portal?.close())

const USERS = '/api/v1/admin/users'
const INVITATIONS = '/api/v1/admin/user-invitations'
const NEW = 'a-quiet-lantern-by-9'
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const visitor = () => createClient(portal.url)
const read = async (userId: string) => (await administrator.get(`${USERS}/${userId}`)).body
/** Changes what somebody may enter, knowing what it is now. */
async function give(userId: string, access: object, asker = administrator) {
  const { accessVersion, access: present } = await read(userId)
  return asker.send('PUT', `${USERS}/${userId}/access`, {
    accessVersion,
    access: { ...present, ...access },
  })
}
const linkTo = async (email: string, kind: string): Promise<string> =>
  (
    await peek(portal, 'select secret from auth.mails where to_email = $1 and kind = $2 order by id desc', [
      email,
      kind,
    ])
  )[0]?.secret
const mailsTo = async (email: string, kind: string) =>
  (
    await peek(portal, `select id from auth.mails where to_email = $1 and kind = $2 and state <> 'void'`, [
      email,
      kind,
    ])
  ).length

describe('the users of the portal', () => {
  it('are looked after by administrators alone, who look at all companies', async () => {
    expect(said(await visitor().get(USERS))).toEqual([401, 'no_session'])
    const narrowed = await anAdministrator(portal)
    await narrowed.post('/api/v1/session/tenant', { tenantId: tenant })
    for (const asker of [
      await aMember(portal, tenant, 'tenant_admin'),
      await aStaffMember(portal, 'customer_service'),
      narrowed,
    ])
      for (const path of ['', `/${administrator.userId}`])
        expect(said(await asker.get(USERS + path))).toEqual([403, 'permission_denied'])
    expect(said(await administrator.get(`${USERS}/nobody`))).toEqual([404, 'not_found'])
  })

  it('are found, filtered, sorted and read page by page, each once', async () => {
    const home = await aTenant(portal, { name: 'Quay' })
    const people = await Promise.all(
      ['Zoé Tremblay', 'ann quay', 'Émile Roy', '100% Quay'].map((name) =>
        anAccount(portal, { name, memberships: [{ tenantId: home, role: 'sales_analyst' }] }),
      ),
    )
    const names = async (query: string) =>
      (await administrator.get(`${USERS}?${query}`)).body.items.map(({ name }: Json) => name)
    expect(await names(`tenantId=${home}`)).toEqual(['100% Quay', 'ann quay', 'Émile Roy', 'Zoé Tremblay'])
    expect(await names(`tenantId=${home}&sort=-name`)).toEqual([
      'Zoé Tremblay',
      'Émile Roy',
      'ann quay',
      '100% Quay',
    ])
    expect(await names(`search=emile&tenantId=${home}`)).toEqual(['Émile Roy'])
    expect(await names(`search=${encodeURIComponent('0%')}`)).toEqual(['100% Quay'])
    expect(await names(`search=${encodeURIComponent(people[0]?.email ?? '')}`)).toEqual(['Zoé Tremblay'])
    expect(await names(`role=global_admin&search=${administrator.email}`)).toEqual(['Test Person'])
    // Whoever of the staff is assigned to a company is found with it, and says to which; others of them see all.
    const assigned = await aStaffMember(portal, 'account_manager', [home])
    const everywhere = await aStaffMember(portal, 'customer_service')
    const rows = (await administrator.get(`${USERS}?tenantId=${home}`)).body.items
    expect(rows.find(({ userId }: Json) => userId === assigned.userId)).toMatchObject({
      staffRole: 'account_manager',
      staffTenants: ['Quay'],
    })
    expect(rows.map(({ userId }: Json) => userId)).not.toContain(everywhere.userId)
    expect((await administrator.get(`${USERS}/${everywhere.userId}`)).body.staffTenants).toBeNull()
    for (const sort of ['name', '-email', 'lastSignIn', '-since']) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: Json = (
          await administrator.get(`${USERS}?sort=${sort}&limit=3${cursor ? `&cursor=${cursor}` : ''}`)
        ).body
        seen.push(...page.items.map(({ userId }: Json) => userId))
        cursor = page.nextCursor
      } while (cursor)
      const { total } = (await administrator.get(`${USERS}?limit=1`)).body
      expect([sort, new Set(seen).size, seen.length]).toEqual([sort, total, total])
    }
  })

  it('get and lose roles in companies and in the staff: it counts with the next request, and closes open streams', async () => {
    const member = await aMember(portal, tenant, 'viewer')
    const stream = await openStream(portal.url, member)
    await stream.ready()
    const memberships = [{ tenantId: tenant, role: 'quality_manager' }]
    expect((await give(member.userId, { memberships })).status).toBe(200)
    expect((await member.get('/api/v1/session')).body).toMatchObject({ role: 'quality_manager' })
    expect(await stream.ended()).toBe(true)

    const staff = { role: 'account_manager', tenantIds: [tenant] }
    expect((await give(member.userId, { memberships: [], staff })).status).toBe(200)
    expect((await member.get('/api/v1/session')).body).toMatchObject({ role: 'account_manager' })
    expect((await member.get('/api/v1/tenants')).body.items).toMatchObject([{ id: tenant }])
    expect((await give(member.userId, { staff: null, administrator: true })).status).toBe(200)
    expect((await member.get('/api/v1/session')).body).toMatchObject({ role: 'global_admin' })
    expect((await give(member.userId, { administrator: false })).status).toBe(200)
    expect((await member.get('/api/v1/session')).body).toMatchObject({ role: null })
    const trail = await peek(
      portal,
      `select tenant_id, old, new from portal.audit_log where action = 'user.access_changed' and object_id = $1 and tenant_id = $2 order by seq`,
      [member.userId, tenant],
    )
    expect(trail.map(({ old, new: now }) => [old, now])).toEqual([
      [{ role: 'viewer' }, { role: 'quality_manager' }],
      [{ role: 'quality_manager' }, { role: null }],
    ])
  })

  it('are not given what does not exist, nor changed by who has not seen the last change', async () => {
    const { userId } = await anAccount(portal)
    const at = (role: string, tenantId = tenant) => ({ memberships: [{ tenantId, role }] })
    for (const [access, code] of [
      [at('none'), 'unknown_role'],
      [at('quality'), 'unknown_role'],
      [{ staff: { role: 'viewer', tenantIds: null } }, 'unknown_role'],
      [at('viewer', 900_001), 'unknown_tenant'],
      [{ staff: { role: 'quality', tenantIds: [900_001] } }, 'unknown_tenant'],
    ] as const)
      expect(said(await give(userId, access))).toEqual([422, code])
    const { accessVersion, access } = await read(userId)
    await give(userId, at('viewer'))
    const late = { accessVersion, access: { ...access, administrator: true } }
    expect(said(await administrator.send('PUT', `${USERS}/${userId}/access`, late))).toEqual([
      412,
      'stale_version',
    ])
    const owner = await aMember(portal, await aTenant(portal), 'tenant_admin')
    expect(said(await give(owner.userId, { memberships: [] }))).toEqual([409, 'last_owner'])
  })

  it('who alone manages the members of a company stays, however it is tried; who is deactivated counts as nobody', async () => {
    const company = await aTenant(portal)
    const [owner, second] = [
      await aMember(portal, company, 'tenant_admin'),
      await aMember(portal, company, 'tenant_admin'),
    ]
    const set = ({ userId }: Actor, state: string) =>
      administrator.post(`${USERS}/${userId}/state`, { state })
    expect((await set(second, 'deactivated')).status).toBe(200)
    const last = [409, 'last_owner']
    expect(said(await set(owner, 'deactivated'))).toEqual(last)
    expect(said(await give(owner.userId, { memberships: [] }))).toEqual(last)
    const roles = (await administrator.get('/api/v1/admin/roles')).body.items
    const { version, permissions } = roles.find(({ key }: Json) => key === 'tenant_admin')
    const without = permissions.filter((held: string) => held !== 'members.manage')
    expect(
      said(
        await administrator.send('PUT', '/api/v1/admin/roles/tenant_admin', {
          ...{ version, name: null, permissions: without },
        }),
      ),
    ).toEqual(last)
    expect((await owner.get('/api/v1/session')).body.permissions).toContain('members.manage')
    expect((await set(second, 'active')).status).toBe(200)
    expect((await set(owner, 'deactivated')).status).toBe(200)
    expect((await set(owner, 'active')).status).toBe(200)
  })

  it('are deactivated: sessions and streams end, nobody signs in, until they are reactivated', async () => {
    const member = await aMember(portal, tenant)
    const stream = await openStream(portal.url, member)
    await stream.ready()
    const set = (state: string) => administrator.post(`${USERS}/${member.userId}/state`, { state })
    expect((await set('deactivated')).status).toBe(200)
    expect(said(await member.get('/api/v1/session'))).toEqual([401, 'no_session'])
    expect(await stream.ended()).toBe(true)
    expect(said(await visitor().signIn(member.email, PASSWORD))).toEqual([401, 'invalid_credentials'])
    const { items } = (await administrator.get(`${USERS}?state=deactivated`)).body
    expect(items.map(({ userId }: Json) => userId)).toEqual([member.userId])
    expect((await set('active')).status).toBe(200)
    expect((await visitor().signIn(member.email, PASSWORD)).status).toBe(200)
    expect(said(await administrator.post(`${USERS}/nobody/state`, { state: 'active' }))).toEqual([
      404,
      'not_found',
    ])
  })

  it('a session that is still there sees nothing once its person is deactivated', async () => {
    const member = await aMember(portal, tenant)
    await peek(portal, 'update portal.profiles set deactivated_at = now() where user_id = $1', [
      member.userId,
    ])
    expect((await member.get('/api/v1/session')).body).toMatchObject({ role: null, permissions: [] })
    expect(said(await member.get('/api/v1/orders'))).toEqual([403, 'permission_denied'])
  })

  it('are unlocked, and their sessions ended one by one or all', async () => {
    const person = await anAccount(portal)
    for (let attempt = 0; attempt < 5; attempt++) await visitor().signIn(person.email, 'wrong-wrong')
    expect((await visitor().signIn(person.email, PASSWORD)).status).toBe(401)
    expect((await read(person.userId)).lockedUntil).not.toBeNull()
    expect((await administrator.post(`${USERS}/${person.userId}/unlock`, {})).status).toBe(200)
    expect((await read(person.userId)).lockedUntil).toBeNull()
    const clients = [visitor(), visitor(), visitor()]
    for (const client of clients) expect((await client.signIn(person.email, PASSWORD)).status).toBe(200)
    const { sessions } = await read(person.userId)
    expect(sessions).toHaveLength(3)
    const end = (body: object) => administrator.post(`${USERS}/${person.userId}/sessions/end`, body)
    // The same among everybody's: found by person and browser, page by page, the one used last first.
    const ALL = '/api/v1/admin/sessions'
    expect(said(await visitor().get(ALL))).toEqual([401, 'no_session'])
    expect(said(await (clients[0] as TestClient).get(ALL))).toEqual([403, 'permission_denied'])
    expect(said(await administrator.get(`${ALL}?search=`))).toEqual([422, 'validation'])
    const search = `search=${encodeURIComponent(person.email.toUpperCase())}`
    const first = (await administrator.get(`${ALL}?${search}&limit=2`)).body
    const rest = (await administrator.get(`${ALL}?${search}&limit=2&cursor=${first.nextCursor}`)).body
    expect([first.total, rest.total, rest.nextCursor]).toEqual([3, null, null])
    const found = [...first.items, ...rest.items]
    expect(found.map(({ id }: Json) => id).toSorted()).toEqual(sessions.map(({ id }: Json) => id).toSorted())
    expect(found[0]).toMatchObject({
      userId: person.userId,
      email: person.email,
      temporary: false,
      isCurrent: false,
    })
    const everybody = (await administrator.get(`${ALL}?limit=1000`)).body
    expect(everybody.items.filter(({ isCurrent }: Json) => isCurrent)).toHaveLength(1)
    expect(everybody.total).toBe(everybody.items.length)
    const used = everybody.items.map(({ lastUsed }: Json) => lastUsed)
    expect(used).toEqual(used.toSorted().reverse())
    expect(said(await end({ sessionId: 'nobodys' }))).toEqual([404, 'not_found'])
    expect((await end({ sessionId: sessions[0].id })).body).toEqual({ ended: 1 })
    expect((await end({})).body).toEqual({ ended: 2 })
    for (const client of clients) expect((await client.get('/api/v1/session')).status).toBe(401)
  })
})

describe('the last administrator', () => {
  it('stays, whoever asks first', async () => {
    const alone = await startTestPortal()
    try {
      const [one, two] = [await anAdministrator(alone), await anAdministrator(alone)]
      const resign = async (who: Actor) => {
        const { accessVersion, access } = (await who.get(`${USERS}/${who.userId}`)).body
        return () =>
          who.send('PUT', `${USERS}/${who.userId}/access`, {
            accessVersion,
            access: { ...access, administrator: false },
          })
      }
      const [first, second] = [await resign(one), await resign(two)]
      const answers = await Promise.all([first(), second()])
      expect(answers.map(said).toSorted()).toEqual([
        [200, undefined],
        [409, 'last_administrator'],
      ])
      const left = answers[0]?.status === 200 ? two : one
      const off = await left.post(`${USERS}/${left.userId}/state`, { state: 'deactivated' })
      expect(said(off)).toEqual([409, 'last_administrator'])
    } finally {
      await alone.close()
    }
  })
})

describe('invitations of administrators', () => {
  const accept = (token: string, person: object = {}) =>
    visitor().post('/api/auth/invitation/accept', { token, ...person })

  it('make staff, administrators and members of whoever holds the link, once', async () => {
    const invite = (emails: string[], to: object) => administrator.post(INVITATIONS, { emails, as: to })
    expect(said(await invite(['a@b.example'], { kind: 'staff', role: 'viewer', tenantIds: null }))).toEqual([
      422,
      'unknown_role',
    ])
    expect(
      said(await invite(['a@b.example'], { kind: 'tenant', role: 'viewer', tenantId: 900_001 })),
    ).toEqual([422, 'unknown_tenant'])
    const { key: own } = (
      await administrator.post('/api/v1/admin/roles', { kind: 'tenant', name: 'Dock', permissions: [] })
    ).body
    const cases = [
      [
        'staff@new.example',
        { kind: 'staff', role: 'quality', tenantIds: [tenant] },
        'own_invitation',
        'quality',
      ],
      ['admin@new.example', { kind: 'administrator' }, 'own_invitation', 'global_admin'],
      ['member@new.example', { kind: 'tenant', tenantId: tenant, role: 'viewer' }, 'invitation', 'viewer'],
      // A role of the installation’s own is called by its name; those that came with the portal each language names.
      [
        'own@new.example',
        { kind: 'tenant', tenantId: tenant, role: own },
        'invitation',
        own,
        { [own]: 'Dock' },
      ],
    ] as const
    for (const [email, to, kind, role, roleNames = {}] of cases) {
      expect((await invite([email], to)).body).toEqual({ invited: [email], again: [], members: [] })
      const token = await linkTo(email, kind)
      const look = await visitor().post('/api/auth/invitation/look', { token })
      expect(look.body).toMatchObject({ email, role, hasAccount: false })
      expect(look.body.roleNames).toEqual(roleNames)
      const answers = await Promise.all([1, 2].map(() => accept(token, { name: 'New', password: NEW })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
      const client = visitor()
      await client.signIn(email, NEW)
      expect((await client.get('/api/v1/session')).body).toMatchObject({ role })
    }
    expect((await invite(['staff@new.example'], { kind: 'administrator' })).body.members).toEqual([
      'staff@new.example',
    ])
  })

  it('are listed, and void once withdrawn', async () => {
    const email = 'late@new.example'
    await administrator.post(INVITATIONS, { emails: [email], as: { kind: 'administrator' } })
    const token = await linkTo(email, 'own_invitation')
    const { items } = (await administrator.get(INVITATIONS)).body
    expect(items[0]).toMatchObject({ email, tenant: null, role: null })
    await administrator.post(INVITATIONS, {
      emails: ['zo@new.example'],
      as: { kind: 'tenant', tenantId: tenant, role: 'viewer' },
    })
    const found = async (query: string) => {
      const { body } = await administrator.get(`${INVITATIONS}?${query}`)
      return body.items?.map((one: Json) => one.email) ?? body.code
    }
    const [{ name }] = await peek(portal, 'select name from portal.tenants where id = $1', [tenant])
    expect(await found(`search=${encodeURIComponent(name)}`)).toContain('zo@new.example')
    expect(await found(`search=LATE@`)).toEqual([email])
    const byAddress = await found('sort=email')
    expect(byAddress.indexOf(email)).toBeLessThan(byAddress.indexOf('zo@new.example'))
    expect(await found('sort=-email')).toEqual(byAddress.toReversed())
    const [first] = (await administrator.get(`${INVITATIONS}?sort=tenant&limit=1`)).body.items
    expect(first.tenant).toBeNull()
    expect(await found('sort=token')).toBe('validation')
    expect((await administrator.post(`${INVITATIONS}/${items[0].id}/withdraw`, {})).body).toEqual({ email })
    expect(said(await accept(token, { name: 'L', password: NEW }))).toEqual([404, 'link_void'])
    expect(said(await administrator.post(`${INVITATIONS}/${items[0].id}/withdraw`, {}))).toEqual([
      404,
      'not_found',
    ])
  })
})

describe('roles', () => {
  const ROLES = '/api/v1/admin/roles'
  const roles = async () => (await administrator.get(ROLES)).body.items
  const role = async (key: string) => (await roles()).find((one: Json) => one.key === key)
  const change = async (key: string, name: string | null, permissions: string[]) =>
    administrator.send('PUT', `${ROLES}/${key}`, {
      version: (await role(key)).version,
      name,
      permissions,
    })

  it('are made, given, changed with effect on the next request, and deleted once nobody has them', async () => {
    const made = { kind: 'tenant', name: 'Écran d’entrepôt', permissions: ['orders.read'] }
    const { key } = (await administrator.post(ROLES, made)).body
    expect(key).toBe('own_e_cran_d_entrepo_t')
    const member = await aMember(portal, tenant, key)
    expect((await member.get('/api/v1/session')).body).toMatchObject({
      role: key,
      roleNames: { [key]: made.name },
      permissions: ['orders.read'],
    })
    expect(said(await member.get('/api/v1/sales/history'))).toEqual([403, 'permission_denied'])
    const stream = await openStream(portal.url, member)
    await stream.ready()
    const { version } = await role(key)
    expect((await change(key, 'Depot', ['sales.read'])).status).toBe(200)
    expect((await member.get('/api/v1/sales/history')).status).toBe(200)
    expect(said(await member.get('/api/v1/orders'))).toEqual([403, 'permission_denied'])
    expect(await stream.ended()).toBe(true)
    const late = { version, name: 'Late', permissions: [] }
    expect(said(await administrator.send('PUT', `${ROLES}/${key}`, late))).toEqual([412, 'stale_version'])
    expect(said(await change(key, null, []))).toEqual([422, 'role_needs_name'])
    expect(said(await administrator.send('DELETE', `${ROLES}/${key}`))).toEqual([409, 'role_in_use'])
    await give(member.userId, { memberships: [] })
    expect((await administrator.send('DELETE', `${ROLES}/${key}`)).status).toBe(200)
    expect(said(await administrator.send('DELETE', `${ROLES}/${key}`))).toEqual([404, 'not_found'])
  })

  it('that came with the portal go back to what they held, and stay', async () => {
    const before = await role('viewer')
    expect((await change('viewer', 'Looker', [])).status).toBe(200)
    expect(await role('viewer')).toMatchObject({ name: 'Looker', permissions: [] })
    expect((await administrator.post(`${ROLES}/viewer/reset`, {})).status).toBe(200)
    expect(await role('viewer')).toMatchObject({ name: null, permissions: before.permissions })
    expect(said(await administrator.send('DELETE', `${ROLES}/viewer`))).toEqual([409, 'role_is_shipped'])
    const wrong = await change('viewer', null, ['roles.manage'])
    expect(said(wrong)).toEqual([422, 'not_grantable'])
  })
})

describe('another e-mail', () => {
  const confirm = (token: string) => visitor().post('/api/auth/email/confirm', { token })

  it('counts once both addresses have agreed, each link once', async () => {
    const person = await aPerson(portal)
    expect(said(await person.post('/api/v1/session/email', { email: person.email }))).toEqual([
      422,
      'nothing_to_change',
    ])
    const email = 'Other.Person@new.example'
    const { body } = await person.post('/api/v1/session/email', { email })
    expect(body.next).toMatchObject({ email: email.toLowerCase(), oldConfirmed: false, newConfirmed: false })
    const [older, newer] = [
      await linkTo(person.email, 'email_old'),
      await linkTo(email.toLowerCase(), 'email_new'),
    ]
    expect((await visitor().post('/api/auth/email/look', { token: newer })).body).toMatchObject({
      isNew: true,
    })
    expect(said(await confirm('x'.repeat(43)))).toEqual([404, 'link_void'])
    expect((await confirm(newer)).body).toEqual({ done: false })
    expect(said(await confirm(newer))).toEqual([404, 'link_void'])
    expect((await visitor().signIn(person.email, PASSWORD)).status).toBe(200)
    expect((await confirm(older)).body).toEqual({ done: true })
    expect((await visitor().signIn(person.email, PASSWORD)).status).toBe(401)
    expect((await visitor().signIn(email, PASSWORD)).status).toBe(200)
    expect(
      await peek(
        portal,
        `select action, portal.unsealed(tenant_id, seq, new) as new from portal.audit_log
          where object_id = $1 and action like 'email.con%'`,
        [person.userId],
      ),
    ).toEqual([{ action: 'email.confirmed', new: { email: email.toLowerCase(), confirmed_by: 'new' } }])
    for (const address of [person.email, email.toLowerCase()])
      expect(await mailsTo(address, 'email_changed')).toBe(1)
  })

  it('does not tell whose an address is, and is void after a day', async () => {
    const [person, somebody] = [await aPerson(portal), await anAccount(portal)]
    const { status, body } = await person.post('/api/v1/session/email', { email: somebody.email })
    expect([status, body.next.email]).toEqual([200, somebody.email])
    expect(await mailsTo(somebody.email, 'email_new')).toBe(0)
    const token = await linkTo(person.email, 'email_old')
    await peek(portal, 'update auth.email_changes set ends_at = now() where user_id = $1', [person.userId])
    expect(said(await confirm(token))).toEqual([404, 'link_void'])
  })

  it('is given by an administrator with a reason; one that is somebody’s is refused', async () => {
    const [person, somebody] = [await aPerson(portal), await anAccount(portal)]
    const set = (email: string, reason = 'married') =>
      administrator.post(`${USERS}/${person.userId}/email`, { email, reason })
    expect(said(await set('new@new.example', ' '))).toEqual([422, 'validation'])
    expect(said(await set(somebody.email))).toEqual([409, 'already_exists'])
    expect((await set('Given@new.example')).body).toEqual({ email: 'given@new.example' })
    expect((await visitor().signIn('given@new.example', PASSWORD)).status).toBe(200)
    for (const address of [person.email, 'given@new.example'])
      expect(await mailsTo(address, 'email_changed')).toBe(1)
  })
})

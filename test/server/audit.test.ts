import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../security/support/contracts.ts'
import { connectSuperuser, type Row, type Superuser } from '../security/support/superuser.ts'
import {
  type Actor,
  aKey,
  aMember,
  anAdministrator,
  aPerson,
  aStaffMember,
  aTenant,
} from '../support/actors.ts'
import type { AuditedWrite } from '../support/audited-write.ts'
import { auditedWrites } from '../support/audited-writes.ts'
import { createClient } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { startTestProvider, type TestProvider } from '../support/test-provider.ts'

let portal: TestPortal
let payments: TestProvider
let superuser: Superuser
let tenant: number
/** A write that is not here fails. */
let known: Record<string, AuditedWrite>
beforeAll(async () => {
  payments = await startTestProvider()
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-15', ...payments.settings })
  superuser = await connectSuperuser(portal.location)
  tenant = await aTenant(portal, { clientCodes: ['A-1'] })
  known = auditedWrites(portal, superuser, tenant)
  // What is asked for waits: made beside the requests, it would leave its own row at any moment.
  await superuser.query(
    'revoke execute on function auth.claim_export_job(), auth.claim_card_payment() from portal_app',
  )
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
  await payments?.close()
})

const rows = () =>
  superuser.rows(
    'select a.*, unsealed(tenant_id, seq, old) as old, unsealed(tenant_id, seq, new) as new from audit_log a order by at, seq',
  )
/** The rows that `work` left, and what it answered. */
async function recordedBy<T>(work: () => Promise<T>): Promise<{ recorded: Row[]; answer: T }> {
  const before = (await rows()).length
  const answer = await work()
  return { answer, recorded: (await rows()).slice(before) }
}

describe('the record of writes (A10)', () => {
  const writes = allEndpoints().filter(({ method }) => method !== 'GET')

  it('knows every write of the contracts', () => {
    expect(Object.keys(known).toSorted()).toEqual(writes.map(({ name }) => name).toSorted())
  })

  it.each(writes)(
    '$name leaves exactly one row, with the changed fields before and after',
    async ({ name, meta }) => {
      const written = known[name] as AuditedWrite
      const actor = await (written.asker?.() ?? aMember(portal, tenant))
      await written.arrange?.(actor)
      const { recorded, answer } = await recordedBy(() => written.act(actor))
      expect(answer.status).toBe(written.status ?? 200)
      // What the act itself arranges comes from the command line; what people do is all held against the list.
      const own = recorded.filter(({ actor: by }) => by !== 'command line')
      const expected = [written.expected(actor)].flat()
      expect(own).toEqual(expected.map((row) => expect.objectContaining({ ...row, action: meta.audit })))
      for (const row of own)
        expect([row.trace_id, row.address]).toEqual([answer.headers.get('x-request-id'), '127.0.0.1'])
    },
  )

  it.each([
    ['nothing changed', { language: null }, null],
    ['one of two changed', { language: 'en', density: null }, { language: 'en' }],
    ['back again', { language: null }, { language: null }],
  ])('keeps changed fields only: %s', async (_, change, after) => {
    const actor = await aMember(portal, tenant)
    await superuser.query('update profiles set language = $2 where user_id = $1', [
      actor.userId,
      after === null ? null : 'de',
    ])
    const { recorded } = await recordedBy(() => actor.post('/api/v1/session/preferences', change))
    expect(recorded).toHaveLength(1)
    expect(recorded[0]).toMatchObject({ old: after && { language: 'de' }, new: after })
  })

  it('says who acted for whom: staff in the chain of the tenant, everybody without one in that of the installation', async () => {
    const staff = await aStaffMember(portal, 'account_manager', [tenant])
    const administrator = await anAdministrator(portal)
    const nobody = await aPerson(portal)
    const change = (actor: Actor) =>
      recordedBy(() => actor.post('/api/v1/session/preferences', { theme: 'dark' }))
    expect((await change(staff)).recorded).toEqual([
      expect.objectContaining({ tenant_id: 0, actor_kind: 'staff', by_staff: true, actor: staff.userId }),
    ])
    await staff.post('/api/v1/session/tenant', { tenantId: tenant })
    await superuser.query('update profiles set theme = null')
    expect((await change(staff)).recorded).toEqual([
      expect.objectContaining({ tenant_id: tenant, actor_kind: 'staff', by_staff: true }),
    ])
    expect((await change(administrator)).recorded).toEqual([
      expect.objectContaining({ tenant_id: 0, actor_kind: 'admin', by_staff: true }),
    ])
    expect((await change(nobody)).recorded).toEqual([
      expect.objectContaining({ tenant_id: 0, actor_kind: 'none', by_staff: false }),
    ])
  })

  it('keeps exports, with what was asked for and how many rows that is', async () => {
    const actor = await aMember(portal, tenant)
    const { recorded } = await recordedBy(() => actor.get('/api/v1/orders/export?status=blend&format=csv'))
    expect(recorded).toEqual([
      expect.objectContaining({
        tenant_id: tenant,
        action: 'orders.exported',
        actor: actor.userId,
        new: expect.objectContaining({ status: 'blend', format: 'csv', rows: 0 }),
      }),
    ])
  })

  it('is not made of what was read, typed wrong, nobody’s or rolled back', async () => {
    const actor = await aMember(portal, tenant)
    const { recorded } = await recordedBy(async () => {
      await actor.get('/api/v1/orders')
      await actor.get('/api/v1/session')
      await actor.get('/api/v1/tenants')
      await actor.post('/api/v1/session/preferences', { language: 'xx' })
      await actor.post('/api/v1/session/tenant', { tenantId: 900_000 })
      await actor.post(
        '/api/v1/session/preferences',
        { language: 'en' },
        { headers: { 'x-portal-tenant': '900000' } },
      )
      await createClient(portal.url).post('/api/v1/session/preferences', { language: 'en' })
      await actor.get('/api/v1/orders/export?format=pdf')
      const headers = { authorization: `Bearer ${await aKey(portal)}` }
      await actor.post('/api/v1/ingest/orders?atomic=true', [{ Primary: '' }], { headers })
    })
    expect(recorded.map(({ action }) => action)).toEqual(['key.created'])
  })

  it('has what was tried and denied, with who, what and from where: a member’s in the company’s chain, of others in the portal’s (T61)', async () => {
    const role = (name: string) => aMember(portal, tenant, name)
    const staff = await aStaffMember(portal, 'account_manager', [tenant])
    await staff.post('/api/v1/session/tenant', { tenantId: tenant })
    const hidden = await aTenant(portal)
    await superuser.query(`insert into tenant_module_visibility values ($1, 'orders', false)`, [hidden])
    for (const [asker, chain, path, tried, refused] of [
      [await role('viewer'), tenant, '/api/v1/admin/audit/verify', 'audit.verified', 'permission_denied'],
      [await role('viewer'), tenant, '/api/v1/admin/mails/%00/reveal', 'mail.revealed', 'permission_denied'],
      [await role('viewer'), tenant, '/api/v1/members/zz/remove', 'member.removed', 'permission_denied'],
      [
        await aMember(portal, hidden),
        hidden,
        '/api/v1/purchase-orders',
        'purchase_order.drafted',
        'module_hidden',
      ],
      [staff, 0, '/api/v1/admin/audit/verify', 'audit.verified', 'permission_denied'],
      [await aPerson(portal), 0, '/api/v1/views', 'view.saved', 'permission_denied'],
    ] as const) {
      const { recorded, answer } = await recordedBy(() =>
        asker.post(path, { screen: 'orders', name: 'zz', state: { address: {}, columns: null } }),
      )
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, refused])
      expect(recorded).toEqual([
        expect.objectContaining({
          tenant_id: chain,
          action: 'access.denied',
          actor: asker.userId,
          object_type: 'request',
          object_id: `POST ${path}`,
          new: { tried, refused },
          address: '127.0.0.1',
          trace_id: answer.headers.get('x-request-id'),
        }),
      ])
      expect(JSON.stringify(recorded)).not.toContain('"zz"')
    }
  })

  it('keeps no secret', async () => {
    const actor = await aMember(portal, tenant)
    const key = await aKey(portal)
    await actor.post('/api/v1/session/tenant', { tenantId: tenant })
    await actor.post('/api/v1/session/refresh')
    const trail = JSON.stringify(await rows())
    for (const secret of [...actor.cookies.values(), key])
      for (const part of secret.split('.')) expect(trail).not.toContain(part)
    // With what somebody signed is no secret.
    expect(trail.replaceAll('"with":"password"', '')).not.toMatch(/password|argon2/i)
  })
})

describe('the chain', () => {
  /** Of twelve rows, beside others that must stay whole. */
  let of: number
  beforeAll(async () => {
    of = await aTenant(portal)
    const actor = await aMember(portal, of)
    for (let i = 0; i < 9; i++)
      await actor.post('/api/v1/session/preferences', { timezone: i % 2 ? 'UTC' : 'Europe/Paris' })
    await aTenant(portal)
  })
  const broken = () => superuser.rows('select * from verify_audit()')
  const row = (of: number, seq: number) => `where tenant_id = ${of} and seq = ${seq}`
  const TAMPERINGS: [name: string, statement: (of: number) => string, at: number, problem: RegExp][] = [
    ...(
      [
        ['the time', `at = at + interval '1 microsecond'`],
        ['who', `actor = 'somebody'`],
        ['the kind of who', `actor_kind = 'admin'`],
        ['by staff', 'by_staff = not by_staff'],
        ['what', `action = 'nothing.happened'`],
        ['the type of the object', `object_type = 'x'`],
        ['the object', `object_id = 'x'`],
        ['the old value', `old = '{"timezone": "Asia/Tokyo"}'`],
        ['the new value', `new = null`],
        ['the trace', `trace_id = null`],
      ] as const
    ).map(([name, change]): [string, (of: number) => string, number, RegExp] => [
      name,
      (of) => `update audit_log set ${change} ${row(of, 5)}`,
      5,
      /was changed/,
    ]),
    [
      'a value and its hash',
      (of) =>
        `update audit_log a set new = null ${row(of, 5)}; update audit_log a set hash = audit_hash(a) ${row(of, 5)}`,
      6,
      /does not follow/,
    ],
    ['the hash', (of) => `update audit_log set hash = sha256('x') ${row(of, 5)}`, 5, /was changed/],
    ['the link', (of) => `update audit_log set prev_hash = sha256('x') ${row(of, 5)}`, 5, /does not follow/],
    ['one row gone', (of) => `delete from audit_log ${row(of, 5)}`, 6, /is missing/],
    ['the first row gone', (of) => `delete from audit_log ${row(of, 1)}`, 2, /is missing/],
    ['the last row gone', (of) => `delete from audit_log ${row(of, 12)}`, 12, /end of the chain is missing/],
    [
      'the last three gone',
      (of) => `delete from audit_log where tenant_id = ${of} and seq > 9`,
      12,
      /end of the chain is missing/,
    ],
    [
      'all of them gone',
      (of) => `delete from audit_log where tenant_id = ${of}`,
      12,
      /end of the chain is missing/,
    ],
    [
      'two swapped',
      (of) =>
        `update audit_log set seq = 100 ${row(of, 5)}; update audit_log set seq = 5 ${row(of, 6)}; update audit_log set seq = 6 where tenant_id = ${of} and seq = 100`,
      5,
      /does not follow|was changed/,
    ],
    [
      'one put in between',
      (
        of,
      ) => `update audit_log set seq = -seq where tenant_id = ${of} and seq > 5; update audit_log set seq = 1 - seq where tenant_id = ${of} and seq < 0;
        insert into audit_log select tenant_id, 6, at, actor_kind, actor, by_staff, 'invented', object_type, object_id, old, new, trace_id, hash, sha256('x') from audit_log ${row(of, 5)}`,
      6,
      /was changed/,
    ],
    [
      'one put in between, with a right hash',
      (
        of,
      ) => `update audit_log set seq = -seq where tenant_id = ${of} and seq > 5; update audit_log set seq = 1 - seq where tenant_id = ${of} and seq < 0;
        insert into audit_log select tenant_id, 6, at, actor_kind, actor, by_staff, 'invented', object_type, object_id, old, new, trace_id, hash, sha256('x') from audit_log ${row(of, 5)};
        update audit_log a set hash = audit_hash(a) ${row(of, 6)}`,
      7,
      /does not follow/,
    ],
    [
      'one put at the end',
      (
        of,
      ) => `insert into audit_log select tenant_id, 13, at, actor_kind, actor, by_staff, 'invented', object_type, object_id, old, new, trace_id, hash, sha256('x') from audit_log ${row(of, 12)};
        update audit_log a set hash = audit_hash(a) ${row(of, 13)}`,
      13,
      /after the end/,
    ],
    [
      'the end moved back',
      (of) =>
        `update audit_heads set seq = 11, hash = (select hash from audit_log ${row(of, 11)}) where tenant_id = ${of}`,
      12,
      /after the end/,
    ],
    ['the end forgotten', (of) => `delete from audit_heads where tenant_id = ${of}`, 1, /after the end/],
    [
      'moved to another tenant',
      (of) => `update audit_log set tenant_id = 999999 where tenant_id = ${of} and seq = 12`,
      12,
      /missing|changed|follow/,
    ],
  ]

  it('is whole, and of every tenant its own', async () => {
    expect(await broken()).toEqual([])
    expect(await superuser.value('select count(*) from audit_log where tenant_id = $1', [of])).toBe(12)
  })

  it.each(TAMPERINGS)('shows where it was tampered with: %s', async (_, statement, at, problem) => {
    await superuser.query('begin')
    const all = await superuser
      .tamper()
      .then(() => superuser.query(statement(of)))
      .then(broken)
      .finally(() => superuser.query('rollback'))
    const found = all.filter(({ tenant_id }) => tenant_id === of)
    const others = all.filter(({ tenant_id }) => tenant_id !== of && tenant_id !== 999_999)
    expect(found).toEqual([{ tenant_id: of, seq: at, problem: expect.stringMatching(problem) }])
    expect(others).toEqual([])
    expect(await broken()).toEqual([])
  })

  it('has no gap under thirty writers at once, in two tenants', async () => {
    const tenants = [await aTenant(portal), await aTenant(portal)]
    const actors: Actor[] = []
    for (let i = 0; i < 30; i++) actors.push(await aMember(portal, tenants[i % 2] as number))
    const before = await superuser.value<number>(
      'select count(*) from audit_log where tenant_id = any ($1)',
      [tenants],
    )
    const write = (actor: Actor) => actor.post('/api/v1/session/preferences', { density: 'compact' })
    const answers = await Promise.all([...actors.map(write), ...actors.map(write)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const chains = await superuser.rows(
      'select tenant_id, count(*) as n, min(seq) as first, max(seq) as last from audit_log where tenant_id = any ($1) group by 1',
      [tenants],
    )
    for (const { n, first, last } of chains) expect([first, last]).toEqual([1, n])
    expect(chains.reduce((sum, { n }) => sum + Number(n), 0)).toBe(before + 60)
    expect(await broken()).toEqual([])
  })

  it.each([
    `update audit_log set actor = actor where tenant_id = 0`,
    'delete from audit_log where tenant_id = 0',
    'truncate audit_log',
  ])(
    'is not rewritten by its owner either, unless that is made possible first (D10): %s',
    async (statement) => {
      await expect(superuser.query(statement)).rejects.toMatchObject({ code: '42501' })
      expect(await broken()).toEqual([])
    },
  )

  it('can be written to by nobody but its own function', async () => {
    const allowed = await superuser.rows(
      `select r.rolname, c.relname, p from pg_roles r, pg_class c, unnest(array['insert', 'update', 'delete', 'truncate']) p
        where c.relname in ('audit_log', 'audit_heads') and not r.rolsuper and r.rolname not like 'pg_%'
          and has_table_privilege(r.oid, c.oid, p) and r.rolname <> 'portal_owner' order by 1, 2, 3`,
    )
    expect(allowed).toEqual([
      { rolname: 'portal_keeper', relname: 'audit_heads', p: 'insert' },
      { rolname: 'portal_keeper', relname: 'audit_heads', p: 'update' },
      { rolname: 'portal_keeper', relname: 'audit_log', p: 'insert' },
    ])
  })
})

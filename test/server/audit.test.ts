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
import { createClient } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let superuser: Superuser
let tenant: number
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-15' })
  superuser = await connectSuperuser(portal.location)
  tenant = await aTenant(portal, { clientCodes: ['A-1'] })
  // What is asked for waits: made beside the requests, it would leave its own row at any moment.
  await superuser.query('revoke execute on function auth.claim_export_job() from portal_app')
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
})

const rows = () => superuser.rows('select * from audit_log order by at, seq')
/** The rows that `work` left, and what it answered. */
async function recordedBy<T>(work: () => Promise<T>): Promise<{ recorded: Row[]; answer: T }> {
  const before = (await rows()).length
  const answer = await work()
  return { answer, recorded: (await rows()).slice(before) }
}

type Asked = { status: number; headers: Headers }
type Case = {
  /** Else a member of the tenant. */
  asker?: () => Promise<Actor>
  /** What has to be there; its own rows are not looked at. */
  arrange?: (actor: Actor) => Promise<unknown>
  /** Whose chain, and who is named; the values of the changed fields before and after. */
  expected: (actor: Actor) => Row | Row[]
  act: (actor: Actor) => Promise<Asked>
}
const json = { headers: {} as Record<string, string> }
const send = async (kind: string, body: object[]) => {
  const headers = { authorization: `Bearer ${await aKey(portal)}` }
  return createClient(portal.url).post(`/api/v1/ingest/${kind}`, body, { headers })
}
const ingest = (kind: string, body: object[]): Case => ({
  act: () => send(kind, body),
  expected: () => ({
    tenant_id: 0,
    actor_kind: 'ingest',
    action: 'ingest.batch',
    old: null,
    new: expect.objectContaining({ kind, received: body.length, inserted: 1 }),
  }),
})

const aView = { screen: 'orders', name: 'Mine', state: { address: { search: 'x' }, columns: { fNo: false } } }
const anOldView = (actor: Actor) =>
  superuser.value<number>(
    `insert into saved_views (tenant_id, user_id, screen, name, state) values ($1, $2, $3, $4, $5) returning id`,
    [tenant, actor.userId, aView.screen, aView.name, aView.state],
  )
const viewRow = (actor: Actor, action: string, old: object | null, after: object | null): Row => ({
  tenant_id: tenant,
  actor: actor.userId,
  action,
  object_type: 'view',
  old: expect.objectContaining(old ?? { name: null }),
  new: expect.objectContaining(after ?? { name: null }),
})

const asker = () => anAdministrator(portal)
const RULES = '/api/v1/admin/display-rules'
const anAlias = (name: string) => ({ variant: `${name} Inc.`, displayName: name })
/** The rules in force, with one alias more. */
async function moreRules(actor: Actor, name: string) {
  const { version, productRules, aliases } = (await actor.get(RULES)).body
  return { version, productRules, aliases: [...aliases, anAlias(name)] }
}
const aSale = (id: string, month: number, clientCode: string) => ({
  ...{
    Id: id,
    Year: 2025,
    Month: month,
    'Invoice No': id,
    'Qty Sold': 1,
    Amount: 1,
    'Client Code': clientCode,
  },
})
const aStrangersSale = (code: string) => send('sales-history', [aSale(code, 1, code)])
const assign = (actor: Actor, clientCode: string) =>
  actor.post('/api/v1/admin/unassigned/assign', { sourceId: 1, clientCode, tenantId: tenant, rows: 1 })
const AUGUST = { year: 2025, month: 8 }
const close = (actor: Actor) => actor.post('/api/v1/admin/closings', AUGUST)
const monthRow = (actor: Actor, before: boolean): Row => ({
  tenant_id: 0,
  actor: actor.userId,
  object_id: '2025-08',
  old: { closed: before },
  new: { closed: !before },
})

/** What each write must leave behind: one row, or one in each chain that it concerns. A write that is not here fails. */
const WRITES: Record<string, Case> = {
  'POST /session/preferences': {
    act: (actor) => actor.post('/api/v1/session/preferences', { language: 'fr-CA', theme: null }, json),
    expected: (actor) => ({
      tenant_id: tenant,
      actor_kind: 'member',
      actor: actor.userId,
      action: 'preferences.changed',
      object_type: 'profile',
      object_id: actor.userId,
      by_staff: false,
      old: { language: null },
      new: { language: 'fr-CA' },
    }),
  },
  'POST /session/tenant': {
    act: async (actor) => {
      const other = await aTenant(portal)
      await superuser.query(`insert into members values ($1, $2, 'viewer')`, [other, actor.userId])
      switchedTo = other
      return actor.post('/api/v1/session/tenant', { tenantId: other })
    },
    // Those who keep the chain of the tenant that was entered must see it too.
    expected: (actor) =>
      [tenant, switchedTo].map((chain) => ({
        tenant_id: chain,
        actor: actor.userId,
        action: 'session.tenant_switched',
        old: { tenantId: tenant },
        new: { tenantId: switchedTo },
      })),
  },
  'POST /session/refresh': {
    act: (actor) => actor.post('/api/v1/session/refresh'),
    expected: () => [],
  },
  'POST /exports': {
    act: (actor) => actor.post('/api/v1/exports', { kind: 'orders', input: { search: 'x' } }),
    expected: (actor) => ({
      tenant_id: tenant,
      actor: actor.userId,
      action: 'export.asked',
      object_type: 'export',
    }),
  },
  'POST /exports/{id}': {
    act: async (actor) => {
      const id = await superuser.value<number>(
        `insert into export_jobs (tenant_id, user_id, session_id, ticket_hash, kind, input, language, state)
         values ($1, $2, 'none', 'x', 'orders', '{"format": "csv"}', 'en', 'failed') returning id`,
        [tenant, actor.userId],
      )
      return actor.post(`/api/v1/exports/${id}`, { act: 'retry' })
    },
    expected: (actor) => ({
      tenant_id: tenant,
      actor: actor.userId,
      action: 'export.changed',
      old: { state: 'failed' },
      new: { state: 'queued' },
    }),
  },
  'POST /views': {
    act: (actor) => actor.post('/api/v1/views', aView),
    expected: (actor) => viewRow(actor, 'view.saved', null, { ...aView, isDefault: false }),
  },
  'PATCH /views/{id}': {
    act: async (actor) => {
      const id = await anOldView(actor)
      return actor.send('PATCH', `/api/v1/views/${id}`, { version: 1, name: 'Other', isDefault: true })
    },
    expected: (actor) =>
      viewRow(
        actor,
        'view.changed',
        { name: aView.name, isDefault: false },
        { name: 'Other', isDefault: true },
      ),
  },
  'DELETE /views/{id}': {
    act: async (actor) => {
      const id = await anOldView(actor)
      return actor.send('DELETE', `/api/v1/views/${id}`, { version: 1 })
    },
    expected: (actor) => viewRow(actor, 'view.removed', { ...aView, isDefault: false }, null),
  },
  'POST /admin/display-rules/preview': {
    asker,
    act: async (actor) => {
      const { version: _, ...rules } = await moreRules(actor, 'Looked at')
      return actor.post(`${RULES}/preview`, rules)
    },
    expected: () => [],
  },
  'PUT /admin/display-rules': {
    asker,
    act: async (actor) => actor.send('PUT', RULES, await moreRules(actor, 'Fjord')),
    expected: (actor) => ({ tenant_id: 0, actor: actor.userId, object_type: 'display_rules' }),
  },
  'POST /admin/display-rules/undo': {
    asker,
    arrange: async (actor) => actor.send('PUT', RULES, await moreRules(actor, 'Taken back')),
    act: async (actor) => {
      const { version, changes } = (await actor.get(RULES)).body
      return actor.post(`${RULES}/undo`, { version, change: changes[0].id })
    },
    expected: (actor) => ({ tenant_id: 0, actor: actor.userId, object_type: 'display_rules' }),
  },
  'POST /admin/unassigned/assign': {
    asker,
    arrange: () => aStrangersSale('U-1'),
    act: (actor) => assign(actor, 'U-1'),
    expected: (actor) => [0, tenant].map((chain) => ({ tenant_id: chain, actor: actor.userId })),
  },
  'POST /admin/assignments/{id}/undo': {
    asker,
    arrange: async (actor) => {
      await aStrangersSale('U-2')
      await assign(actor, 'U-2')
    },
    act: async (actor) => {
      const [newest] = (await actor.get('/api/v1/admin/assignments')).body.items
      return actor.post(`/api/v1/admin/assignments/${newest.id}/undo`, {})
    },
    expected: (actor) => [0, tenant].map((chain) => ({ tenant_id: chain, actor: actor.userId })),
  },
  'POST /admin/closings': {
    asker,
    arrange: () => send('sales-history', [aSale('AUGUST', 8, 'A-1')]),
    act: close,
    expected: (actor) => monthRow(actor, false),
  },
  'POST /admin/closings/reopen': {
    asker,
    arrange: close,
    act: (actor) => actor.post('/api/v1/admin/closings/reopen', AUGUST),
    expected: (actor) => monthRow(actor, true),
  },
  'POST /ingest/customers': ingest('customers', [{ 'Client Code': 'A-1', 'Client Name': 'A' }]),
  'POST /ingest/orders': ingest('orders', [{ Primary: 'P-1', 'Client Code': 'A-1' }]),
  'POST /ingest/order-lines': ingest('order-lines', [{ Primary: 'P-1', 'Line No': '1' }]),
  'POST /ingest/sales-history': ingest('sales-history', [aSale('S-1', 1, 'A-1')]),
  'POST /ingest/current-sales': ingest('current-sales', [
    { id: 'C-1', Year: 2025, Month: 1, SO: 'F', Code: 'X', 'Qty Sent': 1, Total: 1, 'Account Number': 'A-1' },
  ]),
}
let switchedTo = 0

describe('the record of writes (A10)', () => {
  const writes = allEndpoints().filter(({ method }) => method !== 'GET')

  it('knows every write of the contracts', () => {
    expect(Object.keys(WRITES).toSorted()).toEqual(writes.map(({ name }) => name).toSorted())
  })

  it.each(writes)(
    '$name leaves exactly one row, with the changed fields before and after',
    async ({ name, meta }) => {
      const written = WRITES[name] as Case
      const actor = await (written.asker?.() ?? aMember(portal, tenant))
      await written.arrange?.(actor)
      const { recorded, answer } = await recordedBy(() => written.act(actor))
      expect(answer.status).toBe(200)
      const own = recorded.filter(({ action }) => !`${action}`.endsWith('.created'))
      const expected = [written.expected(actor)].flat()
      expect(own).toEqual(expected.map((row) => expect.objectContaining({ ...row, action: meta.audit })))
      for (const row of own) expect(row.trace_id).toBe(answer.headers.get('x-request-id'))
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

  it('is not made of what was refused, read or rolled back', async () => {
    const actor = await aMember(portal, tenant)
    const { recorded } = await recordedBy(async () => {
      await actor.get('/api/v1/orders')
      await actor.get('/api/v1/session')
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

  it('keeps no secret', async () => {
    const actor = await aMember(portal, tenant)
    const key = await aKey(portal)
    await actor.post('/api/v1/session/tenant', { tenantId: tenant })
    await actor.post('/api/v1/session/refresh')
    const trail = JSON.stringify(await rows())
    for (const secret of [...actor.cookies.values(), key])
      for (const part of secret.split('.')) expect(trail).not.toContain(part)
    expect(trail).not.toMatch(/password|argon2/i)
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
      .query(statement(of))
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

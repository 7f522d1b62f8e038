import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/app/server/features.ts'
import { AUDIT_ACTIONS } from '../../src/features/audit/domain/actions.ts'
import { auditWords } from '../../src/features/audit/server/audit-words.ts'
import { openCheckpoints } from '../../src/features/audit/server/checkpoints.ts'
import { signAudit } from '../../src/features/audit/server/watch-audit.ts'
import { connectSuperuser } from '../security/support/superuser.ts'
import { type Actor, aMember, anAdministrator, aPerson, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let own: number
let other: number
let admin: Actor
let head: Actor
let member: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  own = await aTenant(portal, { name: 'Own' })
  other = await aTenant(portal, { name: 'Other' })
  admin = await anAdministrator(portal)
  head = await aMember(portal, own, 'tenant_admin')
  member = await aMember(portal, own)
  const stranger = await aMember(portal, other, 'tenant_admin')
  for (const [asker, name] of [
    [member, 'ours'],
    [stranger, 'theirs'],
  ] as const)
    await saveView(asker, name)
})
afterAll(() => portal?.close())

const saveView = (asker: Actor, name: string) =>
  asker.post('/api/v1/views', { screen: 'orders', name, state: { address: {}, columns: null } })
const trail = async (asker: Actor, query = '') => (await asker.get<Json>(`/api/v1/audit?${query}`)).body
const every = async (asker: Actor, query = '') => {
  const rows: Json[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Json = await trail(asker, `limit=3&${query}${cursor && `&cursor=${cursor}`}`)
    rows.push(...page.items)
    cursor = page.nextCursor
  }
  return rows
}

describe('who reads it', () => {
  it.each(['/api/v1/audit', '/api/v1/audit/export'])('%s is refused to everybody else', async (path) => {
    const narrowed = await anAdministrator(portal)
    await narrowed.post('/api/v1/session/tenant', { tenantId: own })
    for (const [asker, status] of [
      [createClient(portal.url), 401],
      [member, 403],
      [await aStaffMember(portal, 'account_manager'), 403],
      [narrowed, 403],
      [admin, 200],
      [head, 200],
    ] as const)
      expect((await asker.get(path)).status).toBe(status)
  })

  it('a tenant’s administrator reads the own tenant’s part, an administrator everything', async () => {
    const ours = await every(head)
    expect(new Set(ours.map(({ tenantId }) => tenantId))).toEqual(new Set([own]))
    expect(ours.length).toBe(
      (await peek(portal, 'select seq from portal.audit_log where tenant_id = $1', [own])).length,
    )
    expect((await trail(head, `tenantId=${other}`)).total).toBe(0)
    expect((await trail(head, 'tenantId=0')).total).toBe(0)
    const all = await trail(admin, 'limit=1')
    expect(all.total).toBe((await peek(portal, 'select seq from portal.audit_log')).length)
    expect((await trail(admin, `tenantId=${other}&action=view.saved`)).items).toEqual([
      expect.objectContaining({ tenant: 'Other', new: expect.objectContaining({ name: 'theirs' }) }),
    ])
  })

  it('names the people of the own side, and says of others only that they are staff', async () => {
    const staff = await aStaffMember(portal, 'finance', [own])
    await staff.post('/api/v1/session/tenant', { tenantId: own })
    const [row] = (await trail(head, 'action=session.tenant_switched')).items
    expect(row).toMatchObject({ byStaff: true, actorName: null, actorEmail: null, address: null })
    const [seen] = (await trail(admin, 'action=session.tenant_switched')).items
    expect(seen).toMatchObject({ actorName: 'Test Person', actorEmail: staff.email, address: '127.0.0.1' })
    const [saved] = (await trail(head, 'action=view.saved')).items
    expect(saved).toMatchObject({ actorEmail: member.email, byStaff: false, address: '127.0.0.1' })
  })

  it('does not tell a tenant what somebody is elsewhere', async () => {
    const both = await aPerson(portal, {
      memberships: [
        { tenantId: own, role: 'viewer' },
        { tenantId: other, role: 'quality_manager' },
      ],
    })
    const rows = await every(head, `search=${both.userId}`)
    expect(rows.filter(({ action }) => action === 'member.added')).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('quality_manager')
  })
})

describe('what is asked for', () => {
  it.each([
    ['from=yesterday'],
    ['to=2025-02-30'],
    ['from=0000-02-29'],
    ['tenantId=-1'],
    [`search=${'x'.repeat(201)}`],
    ['limit=0'],
    ['cursor=x'],
  ])('%s is refused', async (query) => {
    expect((await admin.get(`/api/v1/audit?${query}`)).status).toBe(422)
  })

  it('comes the newest first, each once, page by page', async () => {
    const rows = await every(admin)
    expect(rows.length).toBeGreaterThan(10)
    expect(new Set(rows.map(({ tenantId, seq }) => `${tenantId} ${seq}`)).size).toBe(rows.length)
    const times = rows.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it('by day, both included', async () => {
    const [newest] = (await trail(admin, 'limit=1')).items
    const day = newest.at.slice(0, 10)
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    const { total } = await trail(admin)
    const first = (await every(admin)).at(-1).at.slice(0, 10)
    expect((await trail(admin, `from=${first}&to=${day}`)).total).toBeGreaterThanOrEqual(total)
    expect((await trail(admin, `to=${first === day ? before : '1999-01-01'}`)).total).toBe(0)
    expect((await trail(admin, 'from=9999-01-01')).total).toBe(0)
  })

  it.each([
    ['an address', () => member.email],
    ['the beginning of it, in capitals', () => member.email.slice(0, 9).toUpperCase()],
    ['an account', () => member.userId],
  ])('by %s', async (_, text) => {
    const rows = await every(head, `search=${encodeURIComponent(text())}`)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ actor, objectId }) => [actor, objectId].includes(member.userId))).toBe(true)
  })

  it('by the reference that a person gives to support', async () => {
    const answer = await saveView(member, 'traced')
    expect(answer.status).toBe(200)
    const [row] = (await trail(head, 'action=view.saved&limit=1')).items
    expect((await trail(head, `search=${row.traceId}`)).items).toEqual([row])
  })
})

describe('as a file', () => {
  it('holds the same rows, formulas harmless, and is on record', async () => {
    await saveView(member, '=1+1')
    const answer = await head.get<string>('/api/v1/audit/export?action=view.saved')
    expect(answer.headers.get('content-disposition')).toMatch(
      /attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"/,
    )
    const lines = String(answer.body).trim().split('\n')
    const { total, items } = await trail(head, 'action=view.saved')
    expect(lines.length).toBe(total + 1)
    expect(total).toBeGreaterThan(1)
    for (const { hash } of items) expect(answer.body).toContain(hash)
    expect(answer.body).not.toContain('theirs')
    expect(lines[1]).toContain(',View saved,view.saved,')
    const french = await head.get<string>('/api/v1/audit/export?action=view.saved', {
      headers: { 'accept-language': 'fr-CA' },
    })
    expect(String(french.body).split('\n')[1]).toContain(
      `,${auditWords('fr-CA').action('view.saved')},view.saved,`,
    )
    expect(auditWords('fr-CA').action('view.saved')).not.toMatch(/view|saved/)
    const [row] = (await trail(head, 'action=audit.exported')).items
    expect(row.new).toMatchObject({ action: 'view.saved', format: 'csv', rows: total })
  })
})

describe('verifying', () => {
  /** As who has all power over the database; how many rows it changed. */
  async function tamper(statement: string, values: unknown[]) {
    const superuser = await connectSuperuser(portal.location)
    try {
      await superuser.query('begin')
      await superuser.tamper()
      const { rowCount } = await superuser.query(statement, values)
      await superuser.query('commit')
      return rowCount
    } finally {
      await superuser.end()
    }
  }
  const verify = () => admin.post<Json>('/api/v1/admin/audit/verify')

  it('is the business of administrators', async () => {
    for (const [asker, status] of [
      [createClient(portal.url), 401],
      [member, 403],
      [head, 403],
    ] as const)
      expect((await asker.post('/api/v1/admin/audit/verify')).status).toBe(status)
  })

  it('finds every chain whole, and is itself on record', async () => {
    const { body } = await verify()
    expect(body).toMatchObject({ faults: [] })
    expect(body.chains).toBeGreaterThanOrEqual(3)
    const [row] = (await trail(admin, 'action=audit.verified')).items
    expect(row).toMatchObject({ tenantId: 0, new: { rows: body.rows, broken: [] } })
  })

  it('finds the end of a chain cut off, whole as what is left may look, by what was signed before (T60)', async () => {
    const cut = await aTenant(portal, { name: 'Cut' })
    const person = await aMember(portal, cut)
    await saveView(person, 'first')
    await saveView(person, 'last')
    const checkpoints = openCheckpoints(portal.dataDir, portal.secrets.checkpoints)
    const before = await signAudit(portal.location, checkpoints)
    expect(before).toEqual({ signed: expect.any(Number), broken: [] })
    expect(before.signed).toBeGreaterThan(2)
    const [end] = await peek(
      portal,
      'select max(seq)::int as seq from portal.audit_log where tenant_id = $1',
      [cut],
    )
    await tamper('delete from audit_log where tenant_id = $1 and seq = $2', [cut, end.seq])
    await peek(
      portal,
      `update portal.audit_heads h set seq = h.seq - 1, hash = (select a.hash from portal.audit_log a where a.tenant_id = $1 and a.seq = h.seq - 1)
        where h.tenant_id = $1`,
      [cut],
    )
    expect(await peek(portal, 'select * from portal.verify_audit()')).toEqual([])
    const lost = { tenantId: cut, tenant: 'Cut', seq: end.seq, problem: 'signed_row_lost' }
    expect((await verify()).body.faults).toEqual([lost])
    // What the company's own administrator took away says the same, and nothing of another chain.
    const owner = await aMember(portal, cut, 'tenant_admin')
    const { checkpoint } = (await owner.get('/api/v1/audit/checkpoint')).body
    expect(checkpoint).toMatchObject({
      tenant_id: cut,
      seq: end.seq,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(checkpoint.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    const { fingerprint: _, ...position } = checkpoint
    expect(checkpoints.readOurs(JSON.stringify(checkpoint))).toEqual(position)
    expect(checkpoints.readOurs(JSON.stringify({ ...checkpoint, seq: end.seq - 1 }))).toBeUndefined()
    // Another row in its place is another row, and no later signature stands over it.
    await saveView(person, 'other')
    await saveView(person, 'and more')
    expect((await verify()).body.faults).toEqual([lost])
    expect((await signAudit(portal.location, checkpoints)).broken).toEqual([cut])
    expect(checkpoints.last(cut)?.seq).toBe(end.seq)
    expect((await verify()).body.faults).toEqual([lost])
    const file = `${portal.dataDir}/checkpoints/audit.jsonl`
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    const signed = fs.readFileSync(file, 'utf8')
    fs.writeFileSync(file, signed.replaceAll(`"seq":${end.seq}`, `"seq":${end.seq - 1}`))
    expect((await verify()).body.faults.map(({ problem }: Json) => problem)).toContain('signed_row_lost')
    fs.rmSync(file)
    expect((await verify()).body.faults).toEqual([])
  })

  it('names the company and the row that somebody changed behind the portal’s back', async () => {
    expect(
      await tamper(`update audit_log set actor = 'nobody' where tenant_id = $1 and seq = 2`, [other]),
    ).toBe(1)
    expect((await verify()).body.faults).toEqual([
      { tenantId: other, tenant: 'Other', seq: 2, problem: 'changed' },
    ])
    // The operator finds it too, which the health of the portal tells from then on.
    const found = await runCommand(portal, ['verify-audit'])
    expect([found.code, found.stderr]).toEqual([
      1,
      expect.stringContaining(`tenant ${other}, row 2: was changed`),
    ])
    const [row] = (await trail(admin, 'action=audit.verified')).items
    expect(row).toMatchObject({ actor: 'command line', new: { broken: [other] } })
    const strange = await runCommand(portal, ['verify-audit', '--checkpoint', 'package.json'])
    expect([strange.code, strange.stderr]).toEqual([
      1,
      expect.stringContaining('no checkpoint that this installation signed'),
    ])
  })
})

it('knows the act of every write', () => {
  const acts: string[] = []
  const collect = (node: Json) => {
    if (typeof node !== 'object' || node === null) return
    const { meta } = node['~orpc'] ?? {}
    if (meta) return void (meta.audit && acts.push(meta.audit))
    for (const child of Object.values(node)) collect(child)
  }
  collect(contract)
  expect(acts.length).toBeGreaterThan(10)
  expect(acts.filter((act) => !(AUDIT_ACTIONS as readonly string[]).includes(act))).toEqual([])
})

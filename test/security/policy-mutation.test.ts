import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aKey, anAccount } from '../support/actors.ts'
import { plantTransient } from './support/plant.ts'
import { openToken } from './support/raw.ts'
import { APPENDS, type Role, type Sees, VISIBILITY } from './support/visibility.ts'
import { createWorld, type World } from './support/world.ts'

type Policy = {
  table: string
  name: string
  role: Role
  cmd: string
  qual: string | null
  check: string | null
}
/** An asker as the database knows one; `right`: the context is of the role's own kind. */
type Context = {
  name: string
  open: string[]
  right: boolean
  userId?: string
  keyId?: number
  bound?: boolean
  collects?: boolean
  /** Where a person keeps what is their own. */
  places?: string
}

let world: World
let policies: Policy[]
let contexts: Record<Role, Context[]>
let statements = 0
beforeAll(async () => {
  world = await createWorld()
  const { superuser, own, other } = world
  contexts = await createContexts(world)
  // Of two that wait for each other, the one that began to wait last finds out: after ten minutes, were it this one.
  await superuser.query(
    `do $$ declare of regclass; begin
       for of in select c.oid from pg_class c where c.relkind = 'r' and c.relnamespace in ('portal'::regnamespace, 'auth'::regnamespace)
       loop execute format('alter table %s set (autovacuum_enabled = off)', of); end loop; end $$`,
  )
  // What the server does beside requests may want the same tables the other way round: it gives way, and tries again.
  await superuser.query(`set deadlock_timeout = '10min'`)
  await superuser.query('begin')
  // Its work at the commit never comes, and an event that waits for it keeps the table from being altered.
  await superuser.query('alter table sales_unsettled disable trigger settle')
  await plantTransient(superuser, own, other)
  // Those of portal_backup have one form, which the catalogue check holds them to; nobody who asks becomes it.
  policies = await superuser.rows<Policy>(
    `select tablename as table, policyname as name, replace(r::text, 'portal_', '') as role, cmd, qual, with_check as check
       from pg_policies, unnest(roles) r where schemaname = 'portal' and r <> 'portal_backup' order by 1, 2`,
  )
  // What is judged is the policies alone: each role holds every right on every table, and on what generated columns are made by
  // (PostgreSQL 15 asks for that one before it looks for rows).
  await superuser.query(
    `grant all on all tables in schema portal to ${ROLES.map((role) => `portal_${role}`).join(', ')}`,
  )
  await superuser.query('grant execute on function portal.fold(text) to portal_tables')
})
afterAll(async () => {
  console.log(`policy mutation: ${policies?.length} policies, ${statements} probes`)
  await world?.close()
})

const ROLES: Role[] = ['member', 'staff', 'admin', 'ingest', 'keeper', 'owner', 'tables']

async function createContexts(world: World): Promise<Record<Role, Context[]>> {
  const { portal, superuser, own } = world
  const account = async (access: Parameters<typeof anAccount>[1]) => (await anAccount(portal, access)).userId
  const context = async (name: string, userId: string, tenantId: number | null) => ({
    name,
    userId,
    open: [`select auth.open_context('${await openToken(world, userId, tenantId)}')`],
    right: true,
  })
  const keyed = async (name: string, scope: 'ingest' | 'collect', tenantId?: number) => {
    const key = await aKey(portal, { scope, ...(tenantId !== undefined && { tenantId }) })
    const hash = createHash('sha256').update(key).digest('hex')
    const keyId = await superuser.value<number>(
      `select id from auth.ingest_keys where key_hash = '\\x${hash}'`,
    )
    const open = [`select auth.open_key_context('\\x${hash}')`]
    return { name, open, right: true, keyId, bound: tenantId !== undefined, collects: scope === 'collect' }
  }
  const member = await context(
    'member',
    await account({ memberships: [{ tenantId: own, role: 'viewer' }] }),
    own,
  )
  const staff = await context(
    'assigned staff',
    await account({ staff: { role: 'finance', tenantIds: [own] } }),
    null,
  )
  await account({ staff: { role: 'quality', tenantIds: [world.other] } })
  await account({ memberships: [{ tenantId: world.other, role: 'viewer' }] })
  const administrator = await account({ globalAdmin: true })
  const admin = await context('administrator', administrator, null)
  const narrowed = await context('narrowed administrator', administrator, own)
  const nobody = await context('person without access', await account({}), null)
  const [bound, unbound] = [await keyed('bound key', 'ingest', own), await keyed('unbound key', 'ingest')]
  const collecting = [
    await keyed('bound key that collects', 'collect', own),
    await keyed('unbound key that collects', 'collect'),
  ]
  const without: Context = { name: 'no context', open: [], right: false }
  const wrong = ({ name, open, userId }: Context): Context => ({
    name,
    open,
    right: false,
    ...(userId && { userId }),
  })
  return {
    member: [{ ...member, places: `${own}` }, wrong(nobody), wrong(bound), without],
    staff: [
      { ...staff, places: `0, ${own}` },
      { ...narrowed, places: `0, ${own}` },
      wrong(member),
      wrong(admin),
      without,
    ],
    admin: [{ ...admin, places: '0' }, wrong(narrowed), wrong(staff), wrong(member), wrong(unbound), without],
    ingest: [bound, unbound, ...collecting, wrong(member), wrong(admin), without],
    keeper: [{ ...without, right: true }],
    owner: [{ ...without, right: true }],
    tables: [{ ...without, right: true }],
  }
}

/** SQL: is this row of the table for this asker? */
function belongs(table: string, sees: Sees | undefined, context: Context): string {
  const tenant = table === 'tenants' ? 'id' : 'tenant_id'
  // One's own profile stays one's own in every context of a person.
  if (sees === 'self') return context.userId ? `user_id = '${context.userId}'` : 'false'
  if (sees === undefined || !context.right) return 'false'
  if (sees === 'mine') return `user_id = '${context.userId}' and tenant_id in (${context.places})`
  if (sees === 'told')
    return `user_id = '${context.userId}' and ${context.places === '0' ? 'true' : `tenant_id in (0, ${context.places})`}`
  if (sees === 'tenant') return `${tenant} = ${world.own}`
  if (sees === 'housed') return `tenant_id in (0, ${world.own})`
  if (sees === 'addressed')
    return `(to_all or exists (select from announcement_tenants a where a.announcement_id = ${table}.id and a.tenant_id = ${world.own}))`
  // What is inside a file is seen with any version that has it.
  if (
    ['document_texts', 'document_pages', 'document_scans'].includes(table) &&
    (sees === 'library' || sees === 'offered')
  )
    return `exists (select from document_versions where checksum = ${table}.checksum and ${belongs('document_versions', sees, context)})`
  const document = table === 'documents' ? 'documents.id' : `${table}.document_id`
  if (sees === 'library')
    return `exists (select from documents d where d.id = ${document} and (d.tenant_ids is null or ${world.own} = any (d.tenant_ids)))`
  if (sees === 'offered')
    return `(status <> 'draft' and exists (select from document_access a where a.document_id = ${document} and a.tenant_id = ${world.own}))`
  if (sees === 'reached') {
    if (table === 'lot_results')
      return `exists (select from lots x join lot_access a on a.lot_id = x.id
        where x.source_id = lot_results.source_id and x.lot_no = lot_results.lot_no and a.tenant_id = ${world.own})`
    const thing = table.replace(/s$/, '')
    return `exists (select from ${thing}_access a where a.${thing}_id = ${table}.id and a.tenant_id = ${world.own})`
  }
  if (sees === 'collected' && !context.collects) return 'false'
  if (sees === 'key' || sees === 'collected') return context.bound ? `${tenant} = ${world.own}` : 'true'
  if (sees === 'unbound') return `${!context.bound}`
  if (sees === 'sender') return `key_id = ${context.keyId}`
  return sees === 'assigned' ? 'tenant_id > 0' : 'true'
}

/** The owner is also what the functions that keep derived rows run as. */
const heldBy = (role: Role): Role[] => (role === 'owner' ? ['owner', 'keeper'] : [role])
const seesAs = (table: string, role: Role) =>
  heldBy(role)
    .map((held) => VISIBILITY[table]?.[held])
    .find((sees) => sees !== undefined)

const facts = new Map<string, unknown>()
/** What the superuser reads: the mutants change policies only, so that once is enough. */
async function fact<T>(query: string): Promise<T> {
  if (!facts.has(query)) facts.set(query, await world.superuser.value(query))
  return facts.get(query) as T
}

type Outcome = { count?: number; code?: string; value?: unknown }

/** One statement of the asker in the role, undone. */
async function as(role: Role, context: Context, statement: string): Promise<Outcome> {
  statements++
  const steps = ['savepoint probe', ...context.open, `set local role portal_${role}`, statement]
  try {
    const results = (await world.superuser.query(steps.join('; '))) as never as {
      rows: object[]
      rowCount: number
    }[]
    const { rows = [], rowCount } = results.at(-1) ?? { rowCount: 0 }
    return { count: rowCount ?? 0, value: rows[0] && Object.values(rows[0])[0] }
  } catch (fault) {
    return { code: (fault as { code: string }).code }
  } finally {
    await world.superuser.query('rollback to savepoint probe')
  }
}

/** SQL that puts a row like one of these into the table once more: refused by a policy, or else by its key. */
async function copyOf(table: string, condition: string): Promise<string> {
  const columns = await fact<string>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  const row = await fact<object>(`select to_jsonb(${table}) from ${table} where ${condition} limit 1`)
  const text = JSON.stringify(row).replaceAll("'", "''")
  return `insert into ${table} (${columns}) overriding system value
    select r.${columns.replaceAll(', ', ', r.')} from jsonb_populate_record(null::${table}, '${text}') r`
}

/** Where what the asker in the role can do to the table differs from what they may: the differences, in words. */
async function* probe(table: string, role: Role, context: Context): AsyncGenerator<string> {
  const visibility = VISIBILITY[table] ?? {}
  const seen = belongs(table, seesAs(table, role), context)
  const writes = heldBy(role).some((held) => visibility.writes?.includes(held))
  const [mayAppend] = heldBy(role).flatMap((held) => APPENDS[table]?.[held] ?? [])
  const puts = mayAppend ? belongs(table, mayAppend, context) : writes ? seen : 'false'
  const count = (condition: string) => fact<number>(`select count(*) from ${table} where ${condition}`)
  const where = `${table}, ${role}, ${context.name}:`

  const expected = await count(seen)
  const read = await as(role, context, `select count(*) from ${table}`)
  if (Number(read.value) !== expected) yield `${where} sees ${read.value ?? read.code} rows of ${expected}`
  if ((await count(`not (${puts})`)) > 0) {
    const { code } = await as(role, context, await copyOf(table, `not (${puts})`))
    if (code !== '42501') yield `${where} puts in what is not theirs (${code ?? 'done'})`
  }
  if ((await count(puts)) > 0) {
    const { code } = await as(role, context, await copyOf(table, puts))
    if (code === '42501') yield `${where} cannot put in what is theirs`
  }
  const column = await fact<string>(
    `select quote_ident(attname) from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped
        and attgenerated = '' and attidentity = '' order by attnum limit 1`,
  )
  const changed = await as(role, context, `update ${table} set ${column} = ${column}`)
  const changeable = writes ? expected : 0
  if (changed.count !== changeable)
    yield `${where} changes ${changed.count ?? changed.code} rows of ${changeable}`
}

async function* probeAll(table: string, roles: Role[]): AsyncGenerator<string> {
  for (const role of roles) for (const context of contexts[role]) yield* probe(table, role, context)
}

/** Does a probe of these roles notice what was done to the table? */
const noticed = (mutation: string, table: string, roles: Role[]): Promise<boolean> =>
  world.superuser.undone(mutation, async () => !(await probeAll(table, roles).next()).done)

describe('the policies', () => {
  it('stand on tables that all have rows', async () => {
    const tables = [...new Set(policies.map(({ table }) => table))]
    expect(Object.keys(VISIBILITY).toSorted()).toEqual(tables.toSorted())
    const empty: string[] = []
    for (const table of tables)
      if ((await world.superuser.value<number>(`select count(*) from ${table}`)) === 0) empty.push(table)
    expect(empty).toEqual([])
  })

  it('give every role exactly what it may see and write', async () => {
    const wrong: string[] = []
    for (const table of Object.keys(VISIBILITY))
      for await (const difference of probeAll(table, ROLES)) wrong.push(difference)
    expect(wrong.join('\n')).toBe('')
  })

  it('are all missed when they are gone, and leak when they let everything through', async () => {
    const survivors: string[] = []
    const same: string[] = []
    for (const { table, name, role, qual, check } of policies) {
      const mutants = [
        ['dropped', `drop policy ${name} on ${table}`],
        ...(qual === null ? [] : [['using (true)', `alter policy ${name} on ${table} using (true)`, qual]]),
        ...(check === null
          ? []
          : [['with check (true)', `alter policy ${name} on ${table} with check (true)`, check]]),
      ]
      for (const [what, mutation, before] of mutants as [string, string, string?][]) {
        if (before === 'true' || (role === 'owner' && seesAs(table, 'keeper') === 'all'))
          same.push(`${table}.${name}`)
        else if (!(await noticed(mutation, table, [role]))) survivors.push(`${table}.${name} ${what}`)
      }
    }
    // A policy that already says true is of a role that no request becomes: there is nothing to loosen. And where the keeper
    // does everything, the owner, who is the keeper too, does not miss a policy of its own.
    const acting = new Set(
      policies.filter(({ role }) => EVERYONE.includes(role)).map((p) => `${p.table}.${p.name}`),
    )
    expect(same.filter((policy) => acting.has(policy))).toEqual([])
    expect(survivors).toEqual([])
  })

  it('are missed on every table when they are switched off, or not forced on its owner', async () => {
    const survivors: string[] = []
    for (const table of Object.keys(VISIBILITY)) {
      const off = `alter table ${table} disable row level security`
      if (!(await noticed(off, table, EVERYONE))) survivors.push(`${table} switched off`)
      // Where the owner's policies let it do everything, force takes nothing away.
      const writes = VISIBILITY[table]?.writes ?? []
      if (seesAs(table, 'owner') === 'all' && heldBy('owner').some((held) => writes.includes(held))) continue
      const unforced = `alter table ${table} no force row level security`
      if (!(await noticed(unforced, table, ['owner']))) survivors.push(`${table} not forced`)
    }
    expect(survivors).toEqual([])
  })
})

const EVERYONE: Role[] = ['member', 'staff', 'admin', 'ingest']

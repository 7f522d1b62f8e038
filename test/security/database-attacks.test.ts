import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aKey, anAccount } from '../support/actors.ts'
import { type Attack, attacks, type Relation, type Standing } from './support/attacks.ts'
import { fingerprint } from './support/fingerprint.ts'
import { connectAs, type Outcome, openToken, type Raw } from './support/raw.ts'
import { createWorld, FOREIGN, UNASSIGNED, type World } from './support/world.ts'

let world: World
let raw: Raw
let people: Record<Exclude<Standing, 'raw' | 'bound'>, { userId: string; tenantId: number | null }>
let stranger: string
let key: Buffer
let statements = 0
beforeAll(async () => {
  world = await createWorld()
  const { portal, own, other } = world
  const account = async (access: Parameters<typeof anAccount>[1]) => (await anAccount(portal, access)).userId
  people = {
    member: { userId: await account({ memberships: [{ tenantId: own, role: 'viewer' }] }), tenantId: own },
    staff: {
      userId: await account({ staff: { role: 'account_manager', tenantIds: [own] } }),
      tenantId: null,
    },
    narrowed: { userId: await account({ globalAdmin: true }), tenantId: own },
    none: { userId: await account({}), tenantId: null },
  }
  stranger = await account({ memberships: [{ tenantId: other, role: 'tenant_admin' }] })
  key = createHash('sha256')
    .update(await aKey(portal, { tenantId: own }))
    .digest()
  await world.superuser.query('analyze')
  raw = await connectAs(world, 'portal_app')
})
afterAll(async () => {
  console.log(`attacks on the database: ${statements} transactions`)
  await raw?.end()
  await world?.close()
})

/** What opens the context of a standing. */
async function opening(standing: Standing): Promise<string[]> {
  if (standing === 'raw') return []
  if (standing === 'bound') return [`select auth.begin_key_context('\\x${key.toString('hex')}')`]
  const { userId, tenantId } = people[standing]
  return [`select auth.begin_context('${await openToken(world, userId, tenantId)}')`]
}

/** Every table and view, and which of the server's roles may read it. */
function readRelations(): Promise<Relation[]> {
  return world.superuser.rows<Relation>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as tenant,
      (select jsonb_object_agg(r, has_any_column_privilege(r, c.oid, 'select'))
         from unnest(array['portal_app', 'portal_member', 'portal_staff', 'portal_ingest']) r) as readable
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('portal', 'auth', 'legacy') and c.relkind in ('r', 'p', 'v', 'm', 'f')`)
}

const LEAK = new RegExp(`${FOREIGN}|${UNASSIGNED}`)

/** What is wrong with how an attack went, in words. */
function judge({ outcome }: Attack, outcomes: Outcome[]): string | undefined {
  const leak = outcomes.find(({ rows }) => LEAK.test(JSON.stringify(rows)))
  if (leak) return `shows foreign rows: ${JSON.stringify(leak.rows).slice(0, 200)}`
  const last = outcomes.at(-1) as Outcome
  if (outcome === 'nothing') {
    if (last.code) return `failed with ${last.code} ${last.message}`
    const told = last.rows.flat().filter((value) => value !== '0')
    return told.length > 0 ? `told ${JSON.stringify(told).slice(0, 200)}` : undefined
  }
  if (!last.code) return `succeeded: ${JSON.stringify(last.rows).slice(0, 200)}`
  return last.code === outcome ? undefined : `failed with ${last.code} ${last.message}, expected ${outcome}`
}

describe('statements of somebody who has the login of the server', () => {
  it('reach no foreign row and change nothing', async () => {
    const before = await fingerprint(world.superuser)
    const list = attacks({ own: world.own, other: world.other, relations: await readRelations() })
    const wrong: string[] = []
    for (const attack of list) {
      for (const standing of attack.as) {
        const outcomes = await raw.within(await opening(standing), attack.steps)
        statements++
        const problem = judge(attack, outcomes)
        if (problem) wrong.push(`${standing}: ${attack.name}: ${problem}`)
      }
    }
    expect(wrong.join('\n')).toBe('')
    expect(list.length).toBeGreaterThan(150)
    expect(await fingerprint(world.superuser)).toEqual(before)
  })

  it('would have seen them as the superuser, and see their own as themselves', async () => {
    for (const table of ['orders', 'sales_sums', 'profiles', 'unassigned_orders', 'audit_log', 'outbox'])
      expect(
        await world.superuser.value(`select count(*) > 0 from ${table} t where t::text is not null`),
      ).toBe(true)
    const [own] = await raw.within(await opening('member'), ['select count(*) from portal.orders'])
    expect(Number(own?.rows[0]?.[0])).toBeGreaterThan(0)
    const [keyed] = await raw.within(await opening('bound'), ['select count(*) from portal.orders'])
    expect(Number(keyed?.rows[0]?.[0])).toBeGreaterThan(0)
  })
})

describe('a context', () => {
  const CONTEXT = `select current_setting('portal.context', true), current_setting('portal.signature', true)`
  const count = () => `select count(*) from portal.orders where tenant_id <> ${world.own}`
  const forge = ([context, signature]: unknown[]) => [
    `set local portal.context = '${context}'`,
    `set local portal.signature = '${signature}'`,
    count(),
  ]

  it('is worth nothing in another transaction, in another connection, or after its own', async () => {
    const opened = async (connection: Raw) => {
      await connection.attempt('begin')
      await connection.attempt(
        `select auth.begin_context('${await openToken(world, stranger, world.other)}')`,
      )
      const seen = await connection.attempt(CONTEXT)
      expect((await connection.attempt(count())).rows).not.toEqual([['0']])
      return seen.rows[0] as unknown[]
    }
    const stolen = await opened(raw)
    await raw.attempt('commit')
    expect((await raw.within(await opening('member'), forge(stolen))).at(-1)?.code).toBe('42501')
    expect((await raw.within([], ['set local role portal_member', ...forge(stolen)])).at(-1)?.code).toBe(
      '42501',
    )

    const beside = await connectAs(world, 'portal_app')
    const running = await opened(beside)
    expect((await raw.within(await opening('member'), forge(running))).at(-1)?.code).toBe('42501')
    await beside.attempt('commit')
    await beside.end()
  })

  it('leaves nothing behind on the connection', async () => {
    await raw.within(await opening('member'), [count()])
    const [settings, who] = [await raw.attempt(CONTEXT), await raw.attempt('select current_user')]
    expect([settings.rows, who.rows]).toEqual([
      [['', '']],
      [[world.portal.location.login('portal_app').user]],
    ])
    const left = await raw.within([], ['set local role portal_member', count()])
    expect(left.at(-1)?.rows).toEqual([['0']])
  })

  it('decides anew for a plan that was made for another asker', async () => {
    const planned = 'select min(tenant_id), max(tenant_id) from portal.orders'
    await raw.attempt(`prepare planned as ${planned}`)
    const seen = async (userId: string, tenantId: number) => {
      const open = `select auth.begin_context('${await openToken(world, userId, tenantId)}')`
      return (await raw.within([open], ['execute planned']))[0]?.rows[0]
    }
    for (let round = 0; round < 7; round++) {
      expect(await seen(people.member.userId, world.own)).toEqual([`${world.own}`, `${world.own}`])
      expect(await seen(stranger, world.other)).toEqual([`${world.other}`, `${world.other}`])
    }
    await raw.attempt('deallocate planned')
  })
})

describe('what is open besides', () => {
  it('refuses what runs outside a transaction, and stacked statements', async () => {
    const before = await fingerprint(world.superuser)
    for (const statement of [
      `alter system set work_mem = '1MB'`,
      'create database planted',
      'drop database postgres',
      `create tablespace planted location '/tmp'`,
      `create subscription planted connection 'host=127.0.0.1' publication planted`,
    ])
      expect({ statement, code: (await raw.attempt(statement)).code }).toEqual({ statement, code: '42501' })
    expect((await raw.attempt('select 1; select 2')).code).toBe('42601')
    expect((await raw.attempt(`select 1; set local portal.context = 'admin|*|u|s'`)).code).toBe('42601')
    expect(await fingerprint(world.superuser)).toEqual(before)
  })

  it('hears only that something happened, never what or whose', async () => {
    await raw.attempt('listen outbox')
    await world.superuser.query(
      `insert into outbox (tenant_id, topic, payload) values ($1, 'orders', '{"mark": "x"}')`,
      [world.other],
    )
    await expect.poll(async () => (await raw.attempt('select 1')) && raw.heard).toEqual(['outbox:'])
    await raw.attempt('unlisten *')
  })

  it('tells by no key and no reference what others have', async () => {
    const order = (tenant: number, key: string) =>
      `insert into portal.orders (tenant_id, source_id, source_key, currency) values (${tenant}, 1, '${key}', 'CAD')`
    const customer = (tenant: number) =>
      `insert into portal.customers (tenant_id, source_id, client_code, client_name) values (${tenant}, 1, 'planted', 'x')`
    const answerTo = async (statement: string) => {
      const [outcome] = await raw.within(await opening('bound'), [statement], 'rollback')
      return [outcome?.code, outcome?.message]
    }
    // A key that the other tenant has, and one that nobody has; a tenant that there is, and one that there is not.
    expect(
      await world.superuser.value(`select count(*) from orders where source_key = '${FOREIGN}-P1'`),
    ).toBe(1)
    expect(await answerTo(order(world.own, `${FOREIGN}-P1`))).toEqual(
      await answerTo(order(world.own, 'nobody-P1')),
    )
    expect(await answerTo(order(world.own, 'nobody-P1'))).toEqual([undefined, undefined])
    expect(await answerTo(order(world.own, 'mine-P1'))).toEqual(['23505', expect.any(String)])
    expect(await answerTo(customer(world.other))).toEqual(await answerTo(customer(900_001)))
    expect((await answerTo(customer(world.other)))[0]).toBe('42501')
    expect((await answerTo(customer(world.own)))[0]).toBeUndefined()
  })

  it('cannot end or watch the work of others from inside a context', async () => {
    const beside = await connectAs(world, 'portal_app')
    await beside.attempt(`select '${FOREIGN}'`)
    const [peek] = await raw.within(await opening('member'), [
      `select count(*) from pg_stat_activity where query like '%' || 'foreign' || '%' and pid <> pg_backend_pid()`,
    ])
    expect(peek?.rows).toEqual([['0']])
    const [end] = await raw.within(await opening('member'), [
      `select pg_terminate_backend(pid) from pg_stat_activity where usename like 'portal_app%' and datname = current_database() and pid <> pg_backend_pid()`,
    ])
    expect(end?.code).toBe('42501')
    await beside.end()
  })
})

describe('the functions that run as their owner', () => {
  it('give nothing of another tenant, and change nothing there, whoever calls them', async () => {
    const functions = await world.superuser.rows<{ name: string; types: string[]; callers: string[] }>(`
      select p.oid::regproc::text as name, coalesce(array_agg(t.typname::text order by a.at) filter (where t.oid is not null), '{}') as types,
        (select array_agg(r) from unnest(array['portal_app', 'portal_member', 'portal_staff', 'portal_admin', 'portal_ingest']) r
          where has_function_privilege(r, p.oid, 'execute')) as callers
      from pg_proc p left join unnest(p.proargtypes) with ordinality a (type, at) on true left join pg_type t on t.oid = a.type
      where p.prosecdef and p.prorettype <> 'trigger'::regtype group by p.oid having exists (
        select from unnest(array['portal_app', 'portal_member', 'portal_staff', 'portal_admin', 'portal_ingest']) r
         where has_function_privilege(r, p.oid, 'execute'))`)
    expect(functions.length).toBeGreaterThan(15)
    const before = await fingerprint(world.superuser)
    const wrong: string[] = []
    for (const { name, types, callers } of functions) {
      for (const call of callsOf(name, types)) {
        for (const standing of ['raw', 'member', 'staff', 'narrowed', 'none', 'bound'] as const) {
          // Without a context somebody would first become whoever may call it.
          const roles = standing === 'raw' ? callers.map((role) => `set local role ${role}`) : [undefined]
          for (const role of roles) {
            const [outcome] = await raw.within(
              [...(await opening(standing)), ...(role ? [role] : [])],
              [call],
            )
            statements++
            // What was given is no news.
            const told = outcome?.rows
              .flat()
              .filter((cell) => LEAK.test(`${cell}`) && !call.includes(`'${cell}'`))
            if (told?.length) wrong.push(`${standing} ${role ?? ''}: ${call} shows ${told}`)
          }
        }
      }
    }
    expect(wrong.join('\n')).toBe('')
    // A key of upstream registers the names that it sends, staff keep the rates of taxes, and what people store is counted as
    // theirs: that is their work, and shows nobody anything.
    const after = await fingerprint(world.superuser)
    for (const own of ['item_names', 'customer_names', 'tax_rates', 'uploads']) delete after[own]
    expect(before).toMatchObject(after)
  })

  /** Calls with every argument aimed at the other tenant. */
  function callsOf(name: string, types: string[]): string[] {
    const { other } = world
    const aims: Record<string, string[]> = {
      int4: [`${other}`],
      int2: ['2024'],
      int8: [`${other}`],
      bool: ['true'],
      text: [`'${FOREIGN}'`, `'${stranger}'`, `'orders'`],
      _int4: [`array[${other}, 0]`],
      _int2: ['array[2024]::smallint[]'],
      _text: [`array['${FOREIGN}-item', '${FOREIGN}-1']`],
      jsonb: [`'{"tenant_id": ${other}}'`],
      bytea: [`'\\x00'`],
      audit_log: ['null'],
    }
    const choices = types.map((type) => aims[type] ?? [`null::${type}`])
    const most = Math.max(1, ...choices.map((choice) => choice.length))
    return Array.from({ length: most }, (_, i) => {
      const values = choices.map((choice) => choice[i % choice.length])
      return `select * from ${name}(${values.join(', ')})`
    })
  }
})

describe('the login of the sign-in service', () => {
  it('reads nothing of the data and becomes nobody', async () => {
    const signIn = await connectAs(world, 'portal_auth')
    const before = await fingerprint(world.superuser)
    const relations = await world.superuser.rows<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
        where nspname in ('portal', 'legacy') and relkind in ('r', 'p', 'v', 'm', 'f')`,
    )
    expect(relations.length).toBeGreaterThan(30)
    const refused = [
      ...relations.map(({ name }) => `select * from ${name}`),
      ...[
        'portal_app',
        'portal_member',
        'portal_admin',
        'portal_ingest',
        'portal_owner',
        'portal_keeper',
        'portal_backup',
      ].map((r) => `set role ${r}`),
      'select * from auth.secret',
      'select * from auth.ingest_keys',
      `insert into auth.ingest_keys (source_id, scope, key_hash) values (1, 'ingest', 'x')`,
      `select portal.append_audit(0, 'planted', 't', 'i', null, '{}', null, 'x')`,
      `select portal.search_orders('x')`,
      `select auth.begin_context('x')`,
      `select auth.open_key_context('x')`,
      `select auth.switch_session(1, 'x')`,
      'select auth.memberships()',
      `select auth.sign('admin|*|u|s')`,
      `select set_config('portal.context', 'x', true)`,
      'create table auth.planted (a int)',
      'create temp table planted (a int)',
      'truncate auth.users',
      `copy (select 1) to program 'id'`,
    ]
    for (const statement of refused)
      expect({ statement, code: (await signIn.attempt(statement)).code }).toEqual({
        statement,
        code: '42501',
      })
    expect(await fingerprint(world.superuser)).toEqual(before)
    await signIn.end()
  })
})

describe('the login of the event reader', () => {
  it('learns positions and rights, reads no table and becomes nobody', async () => {
    const reader = await connectAs(world, 'portal_events')
    const before = await fingerprint(world.superuser)
    const relations = await world.superuser.rows<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
        where nspname in ('portal', 'auth', 'legacy') and relkind in ('r', 'p', 'v', 'm', 'f')`,
    )
    const roles = [
      'app',
      'auth',
      'member',
      'staff',
      'admin',
      'ingest',
      'owner',
      'keeper',
      'tables',
      'legacy',
      'backup',
    ]
    const refused = [
      ...relations.map(({ name }) => `select * from ${name}`),
      ...roles.map((role) => `set role portal_${role}`),
      `select auth.begin_context('x')`,
      `select auth.open_context('x')`,
      `select auth.access_of('x', 1, null)`,
      `select auth.sign('admin|*|u|s')`,
      `select auth.verified_context()`,
      `select portal.emit(1, 'planted', null, null, null, 'x', '{}')`,
      `select portal.append_audit(0, 'planted', 't', 'i', null, '{}', null, 'x')`,
      `insert into portal.outbox (tenant_id, topic) values (1, 'planted')`,
      'update portal.outbox_pruned set id = 0',
      'create temp table planted (a int)',
      'create table portal.planted (a int)',
    ]
    for (const statement of refused)
      expect({ statement, code: (await reader.attempt(statement)).code }).toEqual({
        statement,
        code: '42501',
      })
    expect(await fingerprint(world.superuser)).toEqual(before)
    expect((await reader.attempt(`select * from portal.read_outbox('0', 0, 10)`)).code).toBeUndefined()
    await reader.end()
  })
})

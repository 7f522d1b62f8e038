import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifySales } from '../../src/features/sales/server/verify-sales.ts'
import { createTenant } from '../../src/features/tenants/server/create-tenant.ts'
import { createTx, type Tx } from '../../src/platform/server/database/tx.ts'
import { withOwner } from '../../src/platform/server/database/with-owner.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { comparedSums } from '../support/sales-sums.ts'
import { SEED } from '../support/seed.ts'
import { shownNames } from '../support/shown-names.ts'

/** Two connections, each with rows of a source of its own, as two upstream systems have them. */
const SOURCES = ['main', 'second'] as const
const CODES = ['A', 'B', 'C']
const ITEMS = ['Calm 30', 'Calm 60', 'calm tea', 'Sleep', '']
const NAMES = ['North', 'NORTH INC', 'South', '']

let database: TestDatabase
let looking: Tx
let superuser: pg.Client
let connections: pg.Client[]
/** Numbers of the sources. */
let sources: number[]
let tenants: number[]
let items: number[]
/** Register ids by code and name. */
const customers = new Map<string, number>()

const connect = async () => {
  const client = new pg.Client(database.location.owner)
  await client.connect()
  return client
}

beforeAll(async () => {
  console.log(`sales and rules: TEST_SEED=${SEED}`)
  database = await createTestDatabase()
  tenants = await withOwner(database.location, async (tx) => [
    await createTenant(tx, { name: 'One' }),
    await createTenant(tx, { name: 'Two', currency: 'USD' }),
  ])
  superuser = await connect()
  sources = []
  for (const name of SOURCES) {
    await superuser.query('insert into auth.ingest_sources (name) values ($1) on conflict do nothing', [name])
    sources.push(
      (await superuser.query('select id from auth.ingest_sources where name = $1', [name])).rows[0].id,
    )
  }
  looking = createTx(superuser)
  connections = [await connect(), await connect()]
  const [first] = connections as [pg.Client]
  await first.query('begin')
  await first.query(`select auth.begin_import_context('main')`)
  const resolve = async (what: string, one: string[], two: string[]) =>
    (await first.query(`select portal.resolve_sales_${what}($1, $2) as ids`, [one, two])).rows[0].ids
  items = await resolve(
    'items',
    ITEMS.map((_, at) => `P${at}`),
    ITEMS,
  )
  for (const code of CODES) {
    const ids = await resolve(
      'customers',
      NAMES.map(() => code),
      NAMES,
    )
    for (const [at, name] of NAMES.entries()) customers.set(`${code} ${name}`, ids[at])
  }
  await first.query('commit')
})
afterAll(async () => {
  for (const client of connections ?? []) await client.end()
  await superuser?.end()
  await database?.drop()
})

const LINE = fc.record({
  year: fc.integer({ min: 2023, max: 2024 }),
  month: fc.constantFrom(1, 3, 4, 12),
  currency: fc.constantFrom('CAD', 'USD'),
  item: fc.nat(ITEMS.length - 1),
  code: fc.constantFrom(...CODES),
  name: fc.constantFrom(...NAMES),
  quantity: fc.integer({ min: -3000, max: 9000 }),
  cents: fc.integer({ min: -5000, max: 90_000 }),
  invoice: fc.constantFrom<string[]>('', 'I1', 'I2', 'I3'),
})
type Line = typeof LINE extends fc.Arbitrary<infer T> ? T : never

const RULE = fc.record({
  field: fc.constantFrom('name', 'code'),
  kind: fc.constantFrom('contains', 'equals'),
  wanted: fc.constantFrom('calm', 'Sleep', 'P1', 'a'),
  ignoreCase: fc.boolean(),
  displayName: fc.constantFrom('Serenity', 'Sleep', 'Rest'),
})
const RULES = fc.record({
  productRules: fc.array(
    RULE.map((rule) => ({ ...rule, digits: null })),
    { maxLength: 3 },
  ),
  aliases: fc
    .subarray(['North', 'NORTH INC', 'South'])
    .map((variants) => variants.map((variant) => ({ variant, displayName: 'The North' }))),
})
/** Clients with rows that went somewhere: without any, nothing was tried. */
let moves = 0

const TABLE = fc.constantFrom('sales_history', 'current_sales')
const STEP = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('insert' as const),
      table: TABLE,
      lines: fc.array(LINE, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('update' as const), table: TABLE, part: fc.nat(4), line: LINE }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('delete' as const), table: TABLE, part: fc.nat(4) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('assign' as const),
      code: fc.constantFrom(...CODES),
      to: fc.nat(1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('take back' as const),
      code: fc.constantFrom(...CODES),
      from: fc.nat(1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('rules' as const), rules: RULES }) },
)
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never

/** One transaction of a step, as ingestion and administration do it. */
async function run(client: pg.Client, source: number, step: Step): Promise<void> {
  const query = (text: string, values: unknown[] = []) => client.query(text, values)
  const lock = () =>
    query('select portal.lock_ingest($1, k) from unnest(array[$2, $3]) k', [
      source,
      'sales-history',
      'current-sales',
    ])
  await query('begin')
  try {
    if (step.act === 'rules') {
      await query('select portal.lock_display_rules(true)')
      await query('delete from portal.product_rules')
      await query('insert into portal.product_rules select * from portal.read_product_rules($1)', [
        step.rules,
      ])
      await query('delete from portal.customer_aliases')
      for (const { variant, displayName } of step.rules.aliases)
        await query('insert into portal.customer_aliases values ($1, $2)', [variant, displayName])
      await query('select portal.apply_display_rules()')
    } else if (step.act === 'assign' || step.act === 'take back') {
      await lock()
      await query(`select auth.begin_test_admin()`)
      const there = tenants[step.act === 'assign' ? step.to : step.from]
      const way = step.act === 'assign' ? [0, there] : [there, 0]
      const { rows } = await query('select portal.move_client($1, $2, null, $3, $4) as moved', [
        source,
        step.code,
        ...way,
      ])
      if (Object.keys(rows[0].moved).length > 0) moves++
    } else {
      await lock()
      await query(`select auth.begin_import_context($1)`, [SOURCES[sources.indexOf(source)]])
      // One dataset a transaction, as a batch is of one kind.
      await write(query, step.table, source, step)
    }
    await query('commit')
  } catch (fault) {
    await query('rollback')
    throw fault
  }
}

async function write(
  query: (text: string, values?: unknown[]) => Promise<unknown>,
  table: 'sales_history' | 'current_sales',
  source: number,
  step: Exclude<Step, { act: 'rules' | 'assign' | 'take back' }>,
) {
  const number = table === 'sales_history' ? 'invoice_no' : 'so'
  const kind = table === 'sales_history' ? 'sales-history' : 'current-sales'
  const customer = ({ code, name }: Line) => customers.get(`${code} ${name}`)
  const own = `source_id = ${source} and id % 5 = $1`
  if (step.act === 'insert')
    for (const line of step.lines)
      await query(
        `with line as (insert into portal.unassigned_${table}
           (source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, ${number}, source_key)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, gen_random_uuid()) returning id, source_key)
         insert into portal.upstream_rows (source_id, kind, key, tenant_id, row_id, content_hash)
           select $1, $10, source_key, 0, id, gen_random_uuid() from line`,
        [
          source,
          line.year,
          line.month,
          line.currency,
          items[line.item],
          customer(line),
          line.quantity,
          line.cents,
          line.invoice,
          kind,
        ],
      )
  for (const place of [table, `unassigned_${table}`])
    if (step.act === 'update')
      await query(
        `update portal.${place} set year = $2, month = $3, item_id = $4, amount_cents = amount_cents + $5, ${number} = $6 where ${own}`,
        [
          step.part,
          step.line.year,
          step.line.month,
          items[step.line.item],
          step.line.cents,
          step.line.invoice,
        ],
      )
    else if (step.act === 'delete') await query(`delete from portal.${place} where ${own}`, [step.part])
}

const shownBy = (names: Map<number, string>, found: { id: number; shown: string }[]) =>
  expect(found.map(({ id, shown }) => [id, shown])).toEqual(found.map(({ id }) => [id, names.get(id)]))

/** The names that the rules in force give, worked out in plain code. */
async function expectNamesToBeRight() {
  const { rows } = await superuser.query('select portal.display_rules() as rules')
  const shown = shownNames(rows[0].rules)
  const products = new Map(items.map((id, at) => [id, shown.product(`P${at}`, ITEMS[at] as string)]))
  const names = new Map([...customers].map(([key, id]) => [id, shown.customer(key.slice(2))]))
  const read = async (text: string) => (await superuser.query(text)).rows
  shownBy(products, await read('select item_id as id, product as shown from portal.sales_items'))
  shownBy(names, await read('select customer_id as id, customer as shown from portal.sales_customers'))
}

it('sums and names are those of the rows and rules, whatever two connections did at once', async () => {
  // An administrator's context for a connection of the owner: what is tried is the moving, not the sign-in.
  await superuser.query(`create or replace function auth.begin_test_admin() returns void language plpgsql security definer as $$
    begin perform set_config('portal.context', 'admin|*|test|test', true), set_config('portal.signature', auth.sign('admin|*|test|test'), true); end $$`)
  const scripts = fc.tuple(fc.array(STEP, { maxLength: 8 }), fc.array(STEP, { maxLength: 8 }))
  await fc.assert(
    fc.asyncProperty(scripts, async (both) => {
      const done = await Promise.allSettled(
        both.map(async (steps, at) => {
          for (const step of steps) await run(connections[at] as pg.Client, sources[at] as number, step)
        }),
      )
      for (const one of done) if (one.status === 'rejected') throw one.reason
      const { expected, actual } = await comparedSums(looking)
      expect(actual).toEqual(expected)
      expect(await verifySales(looking)).toEqual([])
      await expectNamesToBeRight()
      const { rows: astray } = await sql`
        select u.key from portal.upstream_rows u
          left join (select greatest(tenant_id, 0) as tenant_id, source_key from portal.sales_lines) l on l.source_key = u.key where l.tenant_id <> u.tenant_id`.execute(
        looking,
      )
      expect(astray).toEqual([])
    }),
    { seed: SEED, numRuns: 40, endOnFailure: true },
  )
  expect(moves).toBeGreaterThan(0)
}, 120_000)

it('two upstream systems bring the same order numbers, each in its own order, and neither waits for the other', async () => {
  const [one, other] = connections as [pg.Client, pg.Client]
  const line = { year: 2024, month: 1, currency: 'CAD', item: 0, code: 'A', name: 'North' } as const
  const insert = (client: pg.Client, at: 0 | 1, invoice: Line['invoice']) =>
    write((text, values) => client.query(text, values), 'current_sales', sources[at] as number, {
      act: 'insert',
      table: 'current_sales',
      lines: [{ ...line, quantity: 1000, cents: 100, invoice }],
    })
  for (const client of [one, other]) {
    await client.query('begin')
    await client.query(`set local lock_timeout = '5s'`)
    await client.query('select auth.begin_import_context($1)', [SOURCES[connections.indexOf(client)]])
  }
  await insert(one, 0, 'NEW-1')
  await insert(other, 1, 'NEW-2')
  await insert(one, 0, 'NEW-2')
  await insert(other, 1, 'NEW-1')
  await insert(one, 0, 'NEW-1') // noted once by each
  await one.query('commit')
  await other.query('commit')
  const { rows } = await superuser.query(
    `select so, count(*)::int as noted from portal.current_sales_orders where so like 'NEW-%' group by so order by so`,
  )
  expect(rows).toEqual([
    { so: 'NEW-1', noted: 2 },
    { so: 'NEW-2', noted: 2 },
  ])
  const { expected, actual } = await comparedSums(looking)
  expect(actual).toEqual(expected)
})

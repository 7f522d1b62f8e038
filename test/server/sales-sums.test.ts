import fc from 'fast-check'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifySales } from '../../src/features/sales/server/verify-sales.ts'
import type { Tx } from '../../src/platform/server/database/tx.ts'
import { COLUMNS, createSalesDatabase, type SalesDatabase, type Session } from '../support/sales-database.ts'
import { SEED } from '../support/seed.ts'

let database: SalesDatabase
let superuser: pg.Client
let looking: Tx
let sessions: Session[]
const expectSumsToBeRight = () => database.expectSumsToBeRight()

beforeAll(async () => {
  console.log(`sales sums: TEST_SEED=${SEED}`)
  database = await createSalesDatabase()
  ;({ superuser, looking, sessions } = database)
})
afterAll(() => database?.end())
beforeEach(() => superuser.query('delete from portal.sales_lines'))

const LINE = fc.record({
  tenant: fc.integer({ min: 0, max: 3 }),
  year: fc.integer({ min: 2023, max: 2024 }),
  month: fc.constantFrom(1, 3, 4, 12),
  currency: fc.constantFrom('CAD', 'USD'),
  item: fc.integer({ min: 1, max: 4 }),
  customer: fc.integer({ min: 1, max: 3 }),
  quantity: fc.integer({ min: -3000, max: 9000 }),
  cents: fc.integer({ min: -5000, max: 90_000 }),
  invoice: fc.constantFrom('', 'I1', 'I2', 'I3', 'I4'),
})
const KINDS = [
  'insert',
  'insert',
  'delete',
  'change',
  'move',
  'release',
  'claim',
  'bulk',
  'plain',
  'savepoint',
] as const
const STEP = fc.record({
  kind: fc.constantFrom(...KINDS),
  lines: fc.array(LINE, { minLength: 1, maxLength: 6 }),
  part: fc.integer({ min: 0, max: 4 }),
})
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never

/** Sessions work on rows of their own, so that they meet in the sums and nowhere else. */
function statements({ kind, lines, part }: Step, session: number): string[] {
  const values = (of: typeof lines, tenant: boolean) =>
    of.map((l) => {
      const rest = `1, ${l.year}, ${l.month}, '${l.currency}', ${l.item}, ${l.customer}, ${l.quantity}, ${l.cents}, '${l.invoice}', 's${session}'`
      return `(${tenant ? `${l.tenant}, ` : ''}${rest})`
    })
  const own = `source_key = 's${session}' and id % 5 = ${part}`
  const [{ tenant, year, month, invoice, cents, item }] = lines as [(typeof lines)[number]]
  const assigned = lines.filter((l) => l.tenant > 0)
  const unassigned = lines.filter((l) => l.tenant === 0)
  switch (kind) {
    case 'insert':
      return [
        ...(assigned.length
          ? [`insert into portal.sales_history (tenant_id, ${COLUMNS}) values ${values(assigned, true)}`]
          : []),
        ...(unassigned.length
          ? [`insert into portal.unassigned_sales_history (${COLUMNS}) values ${values(unassigned, false)}`]
          : []),
      ]
    case 'delete':
      return ['sales_history', 'unassigned_sales_history'].map(
        (table) => `delete from portal.${table} where ${own}`,
      )
    case 'change':
      return ['sales_history', 'unassigned_sales_history'].map(
        (
          table,
        ) => `update portal.${table} set year = ${year}, month = ${month}, invoice_no = '${invoice}', item_id = ${item},
          amount_cents = amount_cents + ${cents} where ${own}`,
      )
    case 'move':
      return [`update portal.sales_history set tenant_id = ${Math.max(tenant, 1)} where ${own}`]
    case 'release':
      return [
        `with gone as (delete from portal.sales_history where ${own} returning *)
        insert into portal.unassigned_sales_history (id, ${COLUMNS}) select id, ${COLUMNS} from gone`,
      ]
    case 'claim':
      return [
        `with gone as (delete from portal.unassigned_sales_history where ${own} returning *)
        insert into portal.sales_history (tenant_id, id, ${COLUMNS}) select ${Math.max(tenant, 1)}, id, ${COLUMNS} from gone`,
      ]
    case 'bulk':
      return [`set local portal.bulk = '${part % 2 ? 'on' : 'always'}'`]
    case 'plain':
      return [`set local portal.bulk = '${part % 2 ? 'off' : ''}'`]
    case 'savepoint':
      return [
        'savepoint s',
        `delete from portal.sales_history where ${own}`,
        `insert into portal.unassigned_sales_history (${COLUMNS}) values ${values(lines, false)}`,
        'rollback to savepoint s',
      ]
  }
}

describe('sums', () => {
  it('equal the lines after whatever two sessions did in whatever order', async () => {
    const scripts = fc.array(
      fc.tuple(fc.array(STEP, { maxLength: 5 }), fc.array(STEP, { maxLength: 5 }), fc.boolean()),
      { minLength: 1, maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(scripts, async (rounds) => {
        for (const [first, second, undone] of rounds) {
          const [a, b] = sessions as [Session, Session]
          await Promise.all([a.begin(), b.begin()])
          for (let at = 0; at < Math.max(first.length, second.length); at++) {
            for (const text of first[at] ? statements(first[at] as Step, 1) : []) await a.run(text)
            for (const text of second[at] ? statements(second[at] as Step, 2) : []) await b.run(text)
          }
          await Promise.all([a.run('commit'), b.run(undone ? 'rollback' : 'commit')])
          await expectSumsToBeRight()
        }
      }),
      { seed: SEED, numRuns: 50 },
    )
  })

  it('equal the lines after large transactions', async () => {
    const [session] = sessions as [Session]
    const lines = fc.sample(LINE, { seed: SEED, numRuns: 900 })
    const steps = [
      statements({ kind: 'insert', lines, part: 0 }, 1),
      ['delete', 'change', 'move', 'release', 'claim'].flatMap((kind, part) =>
        statements({ kind: kind as Step['kind'], lines: lines.slice(part), part }, 1),
      ),
      statements({ kind: 'change', lines, part: 4 }, 1),
      [`delete from portal.sales_history where id % 7 > 0`, 'delete from portal.unassigned_sales_history'],
      ['delete from portal.sales_history'],
    ]
    for (const texts of steps) {
      await session.begin()
      for (const text of texts) await session.run(text)
      await session.run('commit')
      await expectSumsToBeRight()
    }
  })

  it('neither dead-lock nor lose anything when sessions go through the tenants in different orders', async () => {
    const orders = [
      [1, 2, 3, 0],
      [3, 2, 1, 0],
      [0, 2, 3, 1],
      [2, 0, 1, 3],
    ]
    await Promise.all(
      sessions.map(async (session, number) => {
        for (let round = 0; round < 12; round++) {
          await session.begin()
          for (const tenant of orders[(number + round) % 4] as number[]) {
            const [line] = fc.sample(LINE, { seed: SEED + number * 1000 + round * 10 + tenant, numRuns: 1 })
            for (const text of statements(
              { kind: 'insert', lines: [{ ...(line as never as Step['lines'][number]), tenant }], part: 0 },
              number,
            ))
              await session.run(text)
          }
          if (round % 4 === 3)
            await session.run(
              `set local portal.bulk = 'always'; delete from portal.sales_history where source_key = 's${number}' and id % 3 = 0`,
            )
          await session.run('commit')
        }
      }),
    )
    await expectSumsToBeRight()
  })

  it('are not believed when somebody changed them, and are mended by a rebuild', async () => {
    const [session] = sessions as [Session]
    await session.begin()
    const lines = fc.sample(LINE, { seed: SEED, numRuns: 40 })
    for (const text of statements({ kind: 'insert', lines, part: 0 }, 1)) await session.run(text)
    await session.run('commit')
    await expectSumsToBeRight()
    const faults = [
      'update portal.sales_sums set orders = orders + 1 where tenant_id = 0 and dimension = 0',
      `insert into portal.sales_sums values (0, 1, 0, 17, 0, 0, 'EUR', 0, 1, 0, 0)`,
      'update portal.sales_sums set quantity = quantity + 1, amount_cents = amount_cents - 1 where dimension = 1 and period = 17 and tenant_id = 1',
      'delete from portal.sales_sums where dimension = 2 and tenant_id = 0 and period = 17',
      `insert into portal.sales_sums values (1, 1, 1, 5, 2020, 1, 'EUR', 0, 0, 0, 0)`,
      'update portal.sales_pairs set amount_cents = amount_cents + 1 where tenant_id = 1',
      'delete from portal.sales_order_months where tenant_id = 1',
      'delete from portal.sales_shared_orders where tenant_id = 1',
      `update portal.sales_items set product = 'Something' where tenant_id = 0`,
      'delete from portal.sales_customers where tenant_id = 1',
      'alter table portal.sales_lines disable trigger note_delete; delete from portal.sales_lines where id % 2 = 0; alter table portal.sales_lines enable trigger note_delete',
    ]
    for (const fault of faults) {
      await superuser.query(fault)
      expect((await verifySales(looking)).length, fault).toBeGreaterThan(0)
      await superuser.query('select portal.rebuild_sales()')
      await expectSumsToBeRight()
    }
  })

  it('get the names of new items right while a rule changes, whoever comes first', async () => {
    const [writer] = sessions as [Session]
    const name = async (itemName: string) => {
      await writer.begin()
      await writer.run(
        `with item as (select (portal.resolve_sales_items(array['9'], array['${itemName}']))[1] id)
         insert into portal.sales_history (tenant_id, ${COLUMNS}) select 1, 1, 2024, 1, 'CAD', id, 1, 1, 1, 'I1', 'k' from item`,
      )
    }
    const rule = (position: number) =>
      superuser.query(`begin; insert into portal.product_rules values (${position}, 'name', 'contains', 'New', null, false, 'Newest ${position}')
        ; select portal.apply_display_rules(); commit`)

    await name('New A')
    await writer.run('select portal.settle_sales()')
    const changed = rule(7)
    await writer.run('commit')
    await changed
    await expectSumsToBeRight()

    await superuser.query(
      `begin; delete from portal.product_rules where position = 7; select portal.apply_display_rules()`,
    )
    await name('New B')
    const written = writer.run('commit')
    await superuser.query('commit')
    await written
    await expectSumsToBeRight()
  })

  it('follow a truncate', async () => {
    const [session] = sessions as [Session]
    await session.begin()
    for (const text of statements(
      { kind: 'insert', lines: fc.sample(LINE, { seed: SEED, numRuns: 9 }), part: 0 },
      1,
    ))
      await session.run(text)
    await session.run('commit')
    await superuser.query('truncate portal.sales_lines')
    await expectSumsToBeRight()
  })
})

describe('writing lines', () => {
  const insert = (tenant: number) =>
    `insert into portal.sales_history (tenant_id, ${COLUMNS}) values (${tenant}, 1, 2024, 1, 'CAD', 1, 1, 1, 1, 'I1', 'k')`

  it('is refused for a tenant that does not exist, in small and in bulk', async () => {
    const [session] = sessions as [Session]
    for (const bulk of ['off', 'on', 'always']) {
      await session.begin()
      await session.run(`set local portal.bulk = '${bulk}'`)
      await session.run(insert(4711))
      await expect(session.run('commit')).rejects.toMatchObject({ code: '23503' })
    }
  })

  it('is refused where the sums of others could not be seen', async () => {
    const [session] = sessions as [Session]
    await session.run('begin isolation level repeatable read')
    await session.run(`select auth.begin_import_context('test')`)
    await session.run(insert(1))
    await expect(session.run('commit')).rejects.toMatchObject({ code: '25001' })
    await expectSumsToBeRight()
  })

  it('leaves sums, changes and registers out of reach of upstream', async () => {
    const [session] = sessions as [Session]
    const tables = [
      'sales_sums',
      'sales_pairs',
      'sales_order_months',
      'sales_shared_orders',
      'sales_items',
      'sales_customers',
      'sales_changes',
      'sales_unsettled',
      'item_names',
      'customer_names',
    ]
    for (const table of tables) {
      await session.begin()
      await expect(session.run(`select from portal.${table}`), table).rejects.toMatchObject({ code: '42501' })
      await session.run('rollback')
    }
    for (const call of [
      'rebuild_sales()',
      'add_sales_changes()',
      'add_one_sale()',
      'lock_sales()',
      'verify_sales()',
    ]) {
      await session.begin()
      await expect(session.run(`select portal.${call}`), call).rejects.toMatchObject({ code: '42501' })
      await session.run('rollback')
    }
  })
})

describe('the source’s own table', () => {
  it('shows the lines under the source’s names', async () => {
    const [session] = sessions as [Session]
    await session.begin()
    await session.run(`insert into portal.sales_history (tenant_id, ${COLUMNS}, invoice_date, unit_price, tax_code, amt_2_cents)
      values (2, 1, 2024, 5, 'CAD', 3, 1, 2500, -12345, 'I9', 'k9', '2024-05-06', 1.5, 'TPS', 100)`)
    await session.run('commit')
    await superuser.query('begin; set local role portal_tables')
    const { rows } = await sql<Record<string, unknown>>`select * from legacy."GH Sales History"`.execute(
      looking,
    )
    await superuser.query('commit')
    expect(rows).toEqual([
      {
        Id: 'k9',
        Year: 2024,
        Month: 5,
        'Client Code': '1',
        'Customer Name': 'x',
        'Invoice No': 'I9',
        'Invoice Date': '2024-05-06',
        'Qty Sold': '2.5',
        'Item No': '3',
        'Item Name': 'Advanced Gut Health',
        Amount: '-123.45',
        'Unit Price': '1.500000',
        'Tax Code': 'TPS',
        Amt_2: '1.00',
      },
    ])
  })
})

import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { COLUMNS, createSalesDatabase, type SalesDatabase, type Session } from '../support/sales-database.ts'

let database: SalesDatabase

beforeAll(async () => {
  database = await createSalesDatabase()
})
afterAll(() => database?.end())
beforeEach(() => database.superuser.query('delete from portal.sales_lines'))

const line = (tenant: number, invoice: string, month = 5, currency = 'CAD') =>
  `insert into portal.sales_history (tenant_id, ${COLUMNS})
   values (${tenant}, 1, 2024, ${month}, '${currency}', 1, 1, 1000, 250, '${invoice}', 'one')`
const nobodys = (invoice: string) =>
  `insert into portal.unassigned_sales_history (${COLUMNS}) values (1, 2024, 5, 'CAD', 1, 1, 1000, 250, '${invoice}', 'one')`
const without = (invoice: string) => `delete from portal.sales_history where invoice_no = '${invoice}'`
const ALWAYS = `set local portal.bulk = 'always'`
const SETTLED = 'select portal.settle_sales()'
/** Notes that everything is to be built anew; not upstream's right. */
const TRUNCATED = 'reset role; truncate portal.sales_lines; set local role portal_ingest'

async function write(session: Session, ...steps: string[]) {
  await session.begin()
  try {
    for (const step of steps) await session.run(step)
    await session.run('commit')
  } finally {
    await session.run('rollback') // nothing where that was committed
  }
}

it('sums equal the lines after each single one, whoever else has its invoice', async () => {
  const [session] = database.sessions
  for (const step of [
    line(1, 'A'),
    line(1, 'A'),
    line(1, 'A', 5, 'USD'),
    line(1, 'A', 6),
    line(2, 'A'),
    nobodys('B'),
    nobodys('B'),
    line(3, 'B'),
    line(3, ''),
    nobodys('A'),
    line(2, 'C'),
    without('C'),
    line(3, 'C'),
    nobodys('D'),
    line(1, 'D'),
    line(1, 'E'),
    nobodys('E'),
  ]) {
    await write(session, step)
    await database.expectSumsToBeRight()
  }
})

it.each<[string, string[]]>([
  ['another of its client', [line(1, 'A'), line(1, 'B')]],
  ['another of its invoice', [line(1, 'A'), line(2, 'A', 6)]],
  ['one that is nobody’s', [nobodys('A'), line(1, 'A')]],
  ['it went again', [line(1, 'A'), without('A')]],
  ['nothing', [line(1, 'A'), without('none'), `update portal.sales_history set month = 6 where false`]],
  ['a year built anew', [line(1, 'A'), ALWAYS, line(2, 'B')]],
  ['its own year built anew', [line(1, 'A'), ALWAYS, line(1, 'B', 7)]],
  ['nothing, built anew', [line(1, 'A'), ALWAYS, without('none')]],
  ['everything built anew', [line(1, 'A'), TRUNCATED]],
])('sums equal the lines where a transaction writes one and then %s', async (_, steps) => {
  const [session] = database.sessions
  await write(session, line(3, 'before'))
  await write(session, ...steps)
  await database.expectSumsToBeRight()
})

it.each<[string, string[]]>([
  ['a year was built anew', [ALWAYS, line(2, 'C'), `set local portal.bulk = ''`, line(2, 'D')]],
  ['everything was', [TRUNCATED, line(1, 'A')]],
  ['another was settled', [line(1, 'A'), SETTLED, line(2, 'B')]],
  ['another was settled, of its invoice', [line(1, 'A'), SETTLED, line(1, 'A', 6)]],
  ['another was settled, and is settled itself', [line(1, 'A'), SETTLED, line(2, 'B'), SETTLED]],
  ['another was taken back', ['savepoint s', line(1, 'A'), 'rollback to savepoint s', line(2, 'B')]],
  ['another was taken back, the first of all', ['savepoint s', line(1, 'A'), 'rollback to savepoint s']],
])('sums equal the lines where a transaction writes one after %s', async (_, steps) => {
  const [session] = database.sessions
  await write(session, line(3, 'before'))
  await write(session, ...steps)
  await database.expectSumsToBeRight()
})

it('sums equal the lines where all that came after the first is taken back', async () => {
  const [session] = database.sessions
  for (const more of [line(2, 'B'), without('A'), SETTLED, TRUNCATED]) {
    await write(session, line(1, 'A'), 'savepoint s', more, 'rollback to savepoint s')
    await database.expectSumsToBeRight()
  }
})

it('sums equal the lines before the commit where they are settled by then', async () => {
  const [session] = database.sessions
  await session.begin()
  for (const step of [line(1, 'A'), SETTLED, 'reset role']) await session.run(step)
  const { rows } = await session.run('select * from portal.verify_sales()')
  await session.run('rollback')
  expect(rows).toEqual([])
})

it('sums equal the lines though another client gets its invoice at that moment', async () => {
  const [first, second] = database.sessions
  for (const tenant of [1, 2]) await write(first, line(tenant, 'before'))
  await first.begin()
  await first.run(line(1, 'shared'))
  await first.run(SETTLED)
  const other = write(second, line(2, 'shared'))
  await setTimeout(100) // it waits for the first, or has looked too early
  await first.run('commit')
  await other
  await database.expectSumsToBeRight()
})

it('sums equal the lines when an invoice goes that two clients had, each in a month of its own', async () => {
  const [session] = database.sessions
  await write(session, line(1, 'stays', 1), line(2, 'stays too', 2), line(1, 'A', 1), line(2, 'A', 2))
  await write(session, without('A'))
  await database.expectSumsToBeRight()
})

it('a line moves the versions of its client’s data and of everybody’s, and no other', async () => {
  const [session] = database.sessions
  const versions = async () => {
    const { rows } = await database.superuser.query(
      `select tenant_id, version::int from portal.data_versions where topic = 'sales'`,
    )
    return new Map(rows.map((row) => [row.tenant_id, row.version]))
  }
  for (const tenant of [1, 2]) await write(session, line(tenant, 'before'))
  const before = await versions()
  await write(session, line(1, 'A'))
  const after = await versions()
  expect([0, 1, 2].map((tenant) => after.get(tenant) - before.get(tenant))).toEqual([1, 1, 0])
})

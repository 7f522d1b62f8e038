import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aStaffMember } from '../support/actors.ts'
import { EXPORTS, OF_SALES, OTHERS } from '../support/many-questions.ts'
import { type ManyRows, startWithManyRows } from '../support/many-rows.ts'

let rows: ManyRows
let people: Record<'member' | 'staff' | 'administrator', Actor>

beforeAll(async () => {
  rows = await startWithManyRows({ others: 3, lines: 60_000 })
  const { portal, tenant, others } = rows
  people = {
    member: await aMember(portal, tenant, 'tenant_admin'),
    staff: await aStaffMember(portal, 'account_manager', [tenant, others[1] as number]),
    administrator: await anAdministrator(portal),
  }
})
afterAll(() => rows?.portal.close())

const ASKS = [...OF_SALES, ...EXPORTS, ...OTHERS]

it('no question and no file of a client reads a large table from end to end', async () => {
  expect([...rows.large]).toEqual(
    expect.arrayContaining([
      'sales_lines',
      'sales_sums',
      'orders',
      'documents',
      'invoices',
      'payments',
      'payment_orders',
      'document_requests',
      'sales_customers',
      'sales_items',
    ]),
  )
  expect(await rows.askedFor(ASKS, people.member)).toEqual([])
})

/** What grows with everything that is sold. */
const LINES = new Set(['sales_lines'])
/** Since 18 PostgreSQL skips the first column of an index: before, lines of several clients may have to be read to find some. */
const skipsColumns = () =>
  rows.withClient(async (client) => {
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int >= 180000 as skips",
    )
    return rows[0].skips as boolean
  })
const isOfLines = (ask: string) => ask.startsWith('sales/lines')

// These staff see half of everything, and rightly read the names and sums of it whole; plans-of-staff has those who see little.
it('no question and no file of staff with some clients reads the lines of sales from end to end', async () => {
  const skips = await skipsColumns()
  const asks = ASKS.filter((ask) => skips || !isOfLines(ask))
  expect(await rows.askedFor(asks, people.staff, LINES)).toEqual([])
})

/** What an administrator’s questions about sales may read from end to end, and why; everything else is found by an index. */
const OF_EVERYBODY: { why: string; tables: RegExp; statement: RegExp; unless?: RegExp }[] = [
  {
    why: 'a figure of everybody is added up from everybody’s sums, and a search looks through everybody’s names and order numbers',
    tables: /^(sales_(sums|pairs|items|customers)|current_sales_orders)$/,
    statement: /./,
  },
  {
    why: 'the sum beside a list of everybody’s lines is counted from each of them, unless it is of one product, customer or search',
    tables: /^sales_lines$/,
    statement: /^select \(coalesce\(sum\(u\.quantity\)/,
    unless: /\bs\.(item_id|customer_id|so|invoice_no)\b/,
  },
  {
    why: 'so are the counts beside them',
    tables: /^sales_lines$/,
    statement: /^with pair as materialized/,
    unless: /\bs\.(item_id|customer_id|so) = any/,
  },
  {
    why: 'a file of everybody’s lines holds each of them, unless it is of one product, customer or search',
    tables: /^sales_lines$/,
    statement: /^declare chunks_/,
    unless: /\bs\.(item_id|customer_id|so|invoice_no)\b/,
  },
]
const isRight = (read: string) => {
  const [table = '', ...rest] = read.split(': ')
  const text = rest.join(': ')
  return OF_EVERYBODY.some(
    ({ tables, statement, unless }) => tables.test(table) && statement.test(text) && !unless?.test(text),
  )
}

it('an administrator’s questions and files read whole only what is of everybody', async () => {
  const skips = await skipsColumns()
  const asks = [...OF_SALES, ...EXPORTS].filter((ask) => skips || (!isOfLines(ask) && !/search=/.test(ask)))
  expect(await rows.askedFor(asks, people.administrator, rows.large, isRight)).toEqual([])
  expect(await rows.askedFor(OTHERS, people.administrator, LINES)).toEqual([])
})

it('sees it where no index leads to the lines of a client', async () => {
  const { withClient, tenant, forget, readWhole } = rows
  await withClient(async (client) => {
    const ask = () =>
      client.query(
        `select portal.sales_history_screen(array[${tenant}], 'CAD', '2025-08-31', 'Customer 17', 2024)`,
      )
    forget()
    await ask()
    expect(readWhole()).toEqual([])
    await client.query(`begin; drop index portal.sales_lines_customer, portal.sales_lines_month, portal.sales_lines_order, portal.sales_lines_period;
      alter table portal.sales_lines drop constraint sales_lines_pkey`)
    forget()
    await ask()
    await client.query('rollback')
    expect(readWhole()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^sales_lines: .*found_sales_lines/s)]),
    )
  })
})

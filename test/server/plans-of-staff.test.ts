import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aMember, aStaffMember } from '../support/actors.ts'
import { EXPORTS, OF_SALES } from '../support/many-questions.ts'
import { type ManyRows, startWithManyRows } from '../support/many-rows.ts'

// Among so many clients that two of them are little of everything, as a manufacturer has them.

let rows: ManyRows
let staff: Actor
let member: Actor

beforeAll(async () => {
  rows = await startWithManyRows({ others: 60, lines: 12_000 })
  staff = await aStaffMember(rows.portal, 'account_manager', rows.others.slice(0, 2))
  member = await aMember(rows.portal, rows.others[2] as number, 'tenant_admin')
})
afterAll(() => rows?.portal.close())

const ASKS = [...OF_SALES, ...EXPORTS]

it('no question and no file of staff with two clients of many reads any large table from end to end', async () => {
  expect([...rows.large]).toEqual(
    expect.arrayContaining([
      'sales_lines',
      'sales_sums',
      'sales_pairs',
      'sales_order_months',
      'sales_items',
      'sales_customers',
      'current_sales_orders',
    ]),
  )
  expect(await rows.askedFor(ASKS, staff)).toEqual([])
})

it('nor does one of a small client among them', async () => {
  expect(await rows.askedFor(ASKS, member)).toEqual([])
})

it('sees it in a figure, a list and a file where no index leads to the lines of a client', async () => {
  await rows.withClient((client) =>
    client.query(`drop index portal.sales_lines_month, portal.sales_lines_customer, portal.sales_lines_period, portal.sales_lines_order;
      alter table portal.sales_lines drop constraint sales_lines_pkey`),
  )
  const asks = [
    'sales/current?search=Customer+17',
    'sales/lines?dataset=current',
    'sales/lines/export?dataset=current',
  ]
  const wrong = (await rows.askedFor(asks, staff)) as { ask: string; whole: string[] }[]
  expect(wrong.map(({ ask }) => ask)).toEqual(asks)
  for (const { whole } of wrong) expect(whole).toContainEqual(expect.stringMatching(/^sales_lines: /))
})

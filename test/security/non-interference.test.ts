import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, aStaffMember } from '../support/actors.ts'
import type { Answer, Json } from '../support/client.ts'
import { createWorld, FOREIGN, OWN, type World } from './support/world.ts'

let world: World
let askers: Actor[]
beforeAll(async () => {
  world = await createWorld({ REPORTING_AS_OF: '2025-06-30' })
  const { portal, own } = world
  const narrowed = await aStaffMember(portal, 'account_manager')
  await narrowed.post('/api/v1/session/tenant', { tenantId: own })
  askers = [await aMember(portal, own), await aStaffMember(portal, 'account_manager', [own]), narrowed]
})
afterAll(() => world?.close())

const SALES = ['', 'year=2023&month=9', 'currency=USD', 'currency=EUR']
const WORDS = ['', 'Capsules', 'shared-invoice', FOREIGN]
/** Every address that shows data of the tenant, with every filter. */
const QUERIES = [
  '/session',
  '/dashboard',
  '/dashboard?currency=USD',
  '/orders?limit=1000',
  '/orders?search=pharmacy',
  `/orders/${OWN}-O1?`,
  `/orders/${OWN}-O1/timeline?`,
  '/products?',
  '/search?q=pharmacy',
  '/search?q=item',
  '/lots?search=lot',
  `/lots/${OWN}-lot?`,
  `/lots/${OWN}-lot/trends?`,
  ...WORDS.flatMap((word) =>
    SALES.flatMap((filter) =>
      ['/sales/history?', '/sales/lines?', '/sales/current?', '/sales/lines?dataset=current&'].map(
        (path) => `${path}${filter}${word && `&search=${encodeURIComponent(word)}`}`,
      ),
    ),
  ),
  ...['2024&quarter=1', '2024&limit=3', `2023&customer=${OWN}+Pharmacy`, `2023&product=${OWN}+Capsules`].map(
    (filter) => `/sales/lines?year=${filter}`,
  ),
]

/** All of it, page by page. */
async function everything(asker: Actor): Promise<Json[]> {
  const seen: Json[] = []
  for (const query of QUERIES) {
    let cursor = ''
    do {
      const { status, body }: Answer<Json> = await asker.get(
        `/api/v1${query}${cursor && `&cursor=${cursor}`}`,
      )
      // When a session ends and when it was asked: the moment of asking.
      const { expiresAt: _, at: _at, ...rest } = body
      seen.push({ query, status, body: rest })
      cursor = body.nextCursor ?? ''
    } while (cursor)
  }
  return seen
}

describe('what a tenant and its staff see', () => {
  it('does not depend on anything that other tenants have', async () => {
    const { superuser, own, other } = world
    const before = await Promise.all(askers.map(everything))
    expect(before.flat().filter(({ status }) => status !== 200)).toEqual([])
    const lines = before[0]?.find(({ query }) => query === '/sales/history?').body.totals.lines
    expect(lines).toBeGreaterThan(0)
    expect(JSON.stringify(before.flat().map(({ body }) => body))).not.toContain(FOREIGN)

    // The same products, customers and invoice numbers as the own ones, with other sums; new months stay within the known ones.
    const happenings = [
      `insert into sales_history (tenant_id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no, source_key)
         select ${other}, source_id, year, month, currency, item_id, customer_id, 7 * quantity, 9 * amount_cents, invoice_no, 'copy-' || id
           from sales_history where tenant_id = ${own}`,
      `insert into sales_history (tenant_id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no, source_key)
         select ${other}, source_id, year, month, 'EUR', item_id, customer_id, quantity, amount_cents, invoice_no, 'euro-' || id
           from sales_history where tenant_id = ${own}`,
      `insert into current_sales (tenant_id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, so, source_key)
         select ${other}, source_id, year, month, c, item_id, customer_id, 7 * quantity, 9 * amount_cents, so, 'copy-' || c || id
           from current_sales, unnest(array[currency, 'EUR']) c where tenant_id = ${own};
       update unassigned_current_sales set quantity = 1000000, so = 'shared-invoice'`,
      `update sales_history set quantity = -quantity, invoice_no = 'shared-invoice' where tenant_id = ${other};
       update unassigned_sales_history set quantity = 1000000, amount_cents = 1000000; select touch_data('sales', array[${other}])`,
      // The same lots and products: shared now, each with its own lines.
      `insert into order_lines (tenant_id, source_id, source_key, order_key, line_no, item_no, item_name, qty_ordered, unit, lot)
         select ${other}, source_id, 'copy-' || source_key, '${FOREIGN}-P1', line_no || id, item_no, '${FOREIGN} name', 77 * qty_ordered, unit, lot
           from order_lines where tenant_id = ${own}`,
      `delete from sales_history where tenant_id = ${other} and month = 5;
       update orders set client_name = '${OWN} Pharmacy' where tenant_id = ${other}`,
    ]
    for (const statement of happenings) {
      await superuser.query(statement)
      expect(await Promise.all(askers.map(everything)), statement).toEqual(before)
    }
    expect(
      await superuser.value('select count(*) from sales_history where tenant_id = $1', [other]),
    ).toBeGreaterThan(0)
  })

  it('does depend on what they have themselves', async () => {
    const { superuser, own } = world
    const before = await Promise.all(askers.map(everything))
    await superuser.query(
      `update sales_history set quantity = quantity + 1000 where tenant_id = ${own} and month = 9;
       update current_sales set quantity = quantity + 1000 where tenant_id = ${own} and month = 9`,
    )
    const after = await Promise.all(askers.map(everything))
    for (const [i, answers] of after.entries()) expect(answers).not.toEqual(before[i])
  })
})

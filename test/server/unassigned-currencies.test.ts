import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aKey, anAdministrator, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { counts, currentSale, order, peek, type Sender, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let admin: Actor
let send: Sender
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await anAdministrator(portal)
  send = sender(portal.url, await aKey(portal))
})
afterAll(async () => {
  expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
  await portal.close()
})

const OF = { 'Client Code': 'LATE', 'Client Name': 'Late' }
/** Of every kind that has a currency: a row without one, and one that names its own. */
const ROWS: Record<string, (id: string, currency: Json) => Json> = {
  orders: (id, currency) => order(id, { ...OF, 'Montant Total': '10.00', ...currency }),
  'sales-history': (id, currency) => sale(id, { ...OF, 'Customer Name': 'Late', ...currency }),
  'current-sales': (id, currency) =>
    currentSale(id, { 'Account Number': 'LATE', Customer: 'Late', Code: 'A', ...currency }),
  invoices: (id, currency) => ({
    'Invoice No': id,
    ...OF,
    'Invoice Date': '2025-05-01',
    Total: '10.00',
    ...currency,
  }),
  payments: (id, currency) => ({
    'Payment No': id,
    ...OF,
    'Payment Date': '2025-05-02',
    Amount: '10.00',
    ...currency,
  }),
  'price-list': (id, currency) => ({
    ...OF,
    'Item No': id,
    'Unit Price': '1.25',
    'Valid From': '2025-01-01',
    ...currency,
  }),
}
const TARGETS: Record<string, string> = {
  orders: 'orders',
  'sales-history': 'sales_history',
  'current-sales': 'current_sales',
  invoices: 'invoices',
  payments: 'payments',
  'price-list': 'prices',
}
const pushed = (kind: string) => [ROWS[kind]?.('L-1', {}), ROWS[kind]?.('L-2', { Currency: 'EUR' })]

/** The currencies of both rows, wherever they are. */
async function currencies(kind: string, tenantId: number): Promise<string[]> {
  const place = tenantId
    ? `portal.${TARGETS[kind]} where tenant_id = ${tenantId}`
    : `portal.unassigned_${TARGETS[kind]}`
  return (await peek(portal, `select currency from ${place} order by source_key`)).map(
    ({ currency }) => currency,
  )
}

async function assign(tenantId: number): Promise<number> {
  const [client] = (await admin.get('/api/v1/admin/unassigned?search=LATE')).body.items
  const { sourceId, clientCode, clientName, rows } = client
  const body = { sourceId, clientCode, clientName, rows, tenantId }
  const answer = await admin.post('/api/v1/admin/unassigned/assign', body)
  expect(answer.status).toBe(200)
  return answer.body.id
}

it('rows that came before their company have its currency from the assignment on, unless they name their own', async () => {
  const kinds = Object.keys(ROWS)
  for (const kind of kinds) {
    const answer = await send(kind, pushed(kind))
    expect([kind, answer.status, answer.body.inserted, answer.text]).toEqual([kind, 200, 2, answer.text])
  }
  const all = async (tenantId: number) =>
    Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await currencies(kind, tenantId)])))
  const each = (...of: string[]) => Object.fromEntries(kinds.map((kind) => [kind, of]))
  expect(await all(0)).toEqual(each('CAD', 'EUR'))

  const dollars = await aTenant(portal, { currency: 'USD' })
  const assignment = await assign(dollars)
  expect(await all(dollars)).toEqual(each('USD', 'EUR'))
  // Upstream sends the same again: nothing is to be set right.
  for (const kind of kinds)
    expect([kind, counts((await send(kind, pushed(kind))).body)]).toEqual([
      kind,
      { received: 2, unchanged: 2 },
    ])

  // Taken back they wait as they came, and take the next company's.
  expect((await admin.post(`/api/v1/admin/assignments/${assignment}/undo`, {})).status).toBe(200)
  expect(await all(0)).toEqual(each('CAD', 'EUR'))
  const pounds = await aTenant(portal, { currency: 'GBP' })
  await assign(pounds)
  expect(await all(pounds)).toEqual(each('GBP', 'EUR'))
})

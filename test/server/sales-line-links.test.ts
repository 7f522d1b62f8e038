import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { currentSale, order, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let client: Client
let other: Client
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  client = await aClient('A')
  other = await aClient('B')
  const here = await client.send('orders', [
    placed('SO-1', 1, 'A'),
    placed('SO-1', 2, 'A'),
    placed('SO-2', 3, 'A'),
  ])
  expect(here.body.rejected).toBe(0)
  await client.send('invoices', [invoice('I-1', 'A'), invoice('I-2', 'A')])
  await other.send('orders', [placed('SO-3', 1, 'B')])
  await other.send('invoices', [invoice('I-3', 'B')])
  for (const { code, send } of [client, other]) {
    for (const [kind, rows] of [
      ['sales-history', [1, 2, 3, 4].map((at) => sale(at, { 'Client Code': code, 'Invoice No': `I-${at}` }))],
      [
        'current-sales',
        [1, 2, 3, 4].map((at) => currentSale(at, { 'Account Number': code, SO: `SO-${at}` })),
      ],
    ] as const)
      expect((await send(kind, rows)).body).toMatchObject({ rejected: 0, received: 4 })
  }
})
afterAll(() => portal?.close())

type Client = Awaited<ReturnType<typeof aClient>>
/** Each with an upstream of its own. */
async function aClient(code: string) {
  const source = `links ${code}`
  const tenantId = await aTenant(portal, { clientCodes: [code], source, currency: 'CAD' })
  return { tenantId, code, send: sender(portal.url, await aKey(portal, { source })) }
}
const placed = (number: string, primary: number, code: string) =>
  order(primary, { 'Ord No': number, 'Client Code': code })
const invoice = (number: string, code: string) => ({
  'Invoice No': number,
  'Invoice Date': '2025-08-01',
  'Client Code': code,
  Total: '100.00',
})
/** Whose number leads where, by what the id stands for: `I-1` → `I-1` of tenant 1. */
async function ways(actor: Actor, dataset: 'history' | 'current', query = '') {
  const { status, body } = await actor.get(`/api/v1/sales/lines?dataset=${dataset}${query}`)
  expect(status).toBe(200)
  const rows = body.items.map((line: Json) =>
    dataset === 'history' ? [line.invoiceNo, line.invoiceId] : [line.so, line.orderId],
  )
  return Object.fromEntries(rows) as Record<string, number | null>
}
const led = (found: Record<string, number | null>) => Object.keys(found).filter((one) => found[one] !== null)

describe('a line of sales', () => {
  it('leads to the invoice and to the order that it is of, where they are here', async () => {
    const member = await aMember(portal, client.tenantId, 'tenant_admin')
    const invoices = await ways(member, 'history')
    expect(Object.keys(invoices).sort()).toEqual(['I-1', 'I-2', 'I-3', 'I-4'])
    // I-3 and SO-3 are another client's.
    expect(led(invoices).sort()).toEqual(['I-1', 'I-2'])
    for (const number of led(invoices)) {
      const { body } = await member.get(`/api/v1/invoices/id:${invoices[number]}`)
      expect(body.invoice.number).toBe(number)
    }
    const orders = await ways(member, 'current')
    expect(led(orders).sort()).toEqual(['SO-1', 'SO-2'])
    for (const number of led(orders)) {
      const { body } = await member.get(`/api/v1/orders/id:${orders[number]}`)
      expect(body.order.ordNo).toBe(number)
    }
    // Of two orders of one number, the one that came last.
    const { body } = await member.get('/api/v1/orders?search=SO-1')
    expect(orders['SO-1']).toBe(Math.max(...body.items.map(({ id }: Json) => id)))
    expect(body.items).toHaveLength(2)
  })

  it('leads there on every page, and once for each line', async () => {
    const member = await aMember(portal, client.tenantId, 'tenant_admin')
    const first = (await member.get('/api/v1/sales/lines?dataset=current&limit=3')).body
    const next = await member.get(`/api/v1/sales/lines?dataset=current&limit=3&cursor=${first.nextCursor}`)
    const lines = [...first.items, ...next.body.items]
    expect(lines.map(({ so }: Json) => so)).toEqual(['SO-4', 'SO-3', 'SO-2', 'SO-1'])
    expect(lines.map(({ orderId }: Json) => orderId !== null)).toEqual([false, false, true, true])
  })

  it('leads those who see several clients to each one’s own', async () => {
    for (const actor of [
      await anAdministrator(portal),
      await aStaffMember(portal, 'finance', [client.tenantId, other.tenantId]),
    ]) {
      const { body } = await actor.get('/api/v1/sales/lines?dataset=history')
      const led = body.items.filter(({ invoiceId }: Json) => invoiceId !== null)
      expect(led.map((line: Json) => `${line.clientCode} ${line.invoiceNo}`).sort()).toEqual([
        'A I-1',
        'A I-2',
        'B I-3',
      ])
    }
  })

  it('leads nowhere without the right, as if nothing were there', async () => {
    // Reads sales and orders, and no invoices; the other way round.
    const buyer = await roleOf(['sales.read', 'orders.read'])
    expect(led(await ways(buyer, 'history'))).toEqual([])
    expect(led(await ways(buyer, 'current'))).toHaveLength(2)
    const clerk = await roleOf(['sales.read', 'invoices.read'])
    expect(led(await ways(clerk, 'history'))).toHaveLength(2)
    expect(led(await ways(clerk, 'current'))).toEqual([])
  })

  it.each([
    ['finance', 'history', 'current'],
    ['orders', 'current', 'history'],
  ] as const)('leads nowhere where the module %s is hidden', async (module, withheld, told) => {
    const member = await aMember(portal, client.tenantId, 'tenant_admin')
    const show = (visible: boolean) =>
      portal.owner((tx) =>
        sql`insert into portal.tenant_module_visibility values (${client.tenantId}, ${module}, ${visible})
            on conflict (tenant_id, module_id) do update set is_visible = excluded.is_visible`.execute(tx),
      )
    await show(false)
    expect(led(await ways(member, withheld))).toEqual([])
    expect(led(await ways(member, told))).toHaveLength(2)
    await show(true)
    expect(led(await ways(member, withheld))).toHaveLength(2)
  })
})

let roles = 0
async function roleOf(permissions: string[]): Promise<Actor> {
  const role = `links_${++roles}`
  await portal.owner((tx) =>
    sql`insert into portal.roles (key, kind, name, permissions) values (${role}, 'tenant', ${role}, ${permissions}::text[])`.execute(
      tx,
    ),
  )
  return aMember(portal, client.tenantId, role)
}

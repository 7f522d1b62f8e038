import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { aDocument } from '../support/documents.ts'
import { counts, order, peek, sale, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { accept, act, create, detail, good } from '../support/purchase-orders.ts'

let portal: TestPortal
let admin: Actor
let staff: Actor
let billing: Actor
let owner: Actor
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  admin = await anAdministrator(portal)
  staff = await aStaffMember(portal, 'customer_service')
  billing = await aStaffMember(portal, 'finance')
  owner = await aStaffMember(portal, 'quality')
})
afterAll(async () => {
  expect(await stagedRows(portal)).toBe(0)
  await portal.close()
})

let made = 0
const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

/** A client of upstream with rows of every kind, given to a company that has nothing else but one order to buy from. */
async function aGivenClient() {
  made += 1
  const source = `undo ${made}`
  const [code, own] = [`GIVEN-${made}`, `OWN-${made}`]
  const tenantId = await aTenant(portal, { clientCodes: [own], source })
  const send = sender(portal.url, await aKey(portal, { source }))
  const bring = async (kind: string, rows: Json[]) => {
    const answer = await send(kind, rows)
    if (answer.status !== 200 || answer.body.rejected > 0) throw new Error(answer.text)
    return counts(answer.body)
  }
  await bring('products', [{ 'Item No': 'BLEND', Name: 'Blend', Unit: 'KG' }])
  await bring('lots', [{ 'Lot No': 'L-1', 'Item No': 'CAPS', State: 'released' }])
  await bring('products', [{ 'Item No': 'CAPS', Name: 'Capsules', Unit: 'KG' }])
  await bring('orders', [order(`own-${made}`, { 'Client Code': own, 'Ord No': `OWN-${made}` })])
  await bring('order-lines', [{ Primary: `own-${made}`, 'Line No': 1, 'Item No': 'BLEND' }])
  const buyer = await aMember(portal, tenantId)
  const payer = await aMember(portal, tenantId, 'finance_manager')
  const po = await create(buyer, { poNo: `PO-UNDO-${made}` })
  await act(buyer, po, { act: 'submit' })
  await accept(portal, staff, po, { promisedDate: inAMonth })
  const no = `SO-${made}`
  const of = { 'Client Code': code }
  const rows: [string, Json[]][] = [
    ['customers', [{ ...of, 'Client Name': 'Given' }]],
    [
      'orders',
      [
        order(no, {
          ...{ ...of, 'Ord No': no, 'PO No': `PO-UNDO-${made}`, 'Ord Stat': 'Blend' },
        }),
      ],
    ],
    ['order-lines', [{ Primary: no, 'Line No': 1, 'Item No': 'CAPS', Lot: 'L-1', 'Qty Ordered': 5 }]],
    [
      'invoices',
      [1, 2, 3].map((n) => ({
        ...of,
        ...{ 'Invoice No': `I-${made}-${n}`, 'Invoice Date': '2025-08-01', Total: '100.00', 'Ord No': no },
      })),
    ],
    [
      'invoice-lines',
      [{ 'Invoice No': `I-${made}-1`, 'Line No': 1, Description: 'Capsules', Amount: '100.00' }],
    ],
    [
      'payments',
      [
        {
          ...{ ...of, 'Payment No': 'R-1', 'Payment Date': '2025-08-02', Amount: '10.00' },
          'Invoice No': `I-${made}-1`,
        },
        { ...of, 'Payment No': 'R-2', 'Payment Date': '2025-08-02', Amount: '7.00' },
      ],
    ],
    ['price-list', [{ ...of, 'Item No': 'CAPS', 'Unit Price': '9.00', 'Valid From': '2025-01-01' }]],
    ['shipments', [{ ...of, 'Tracking Number': `T-${made}`, Carrier: 'UPS', 'Ord No': no }]],
    ['shipment-lines', [{ 'Tracking Number': `T-${made}`, Carrier: 'UPS', 'Line No': 1, 'Item No': 'CAPS' }]],
    [
      'shipment-events',
      [
        {
          ...{ 'Tracking Number': `T-${made}`, Carrier: 'UPS' },
          ...{ 'Event Time': '2025-08-21T14:05:00Z', Event: 'in transit' },
        },
      ],
    ],
    ['sales-history', [sale(no, { ...of, 'Invoice No': `I-${made}-1`, Amount: '10.00', 'Qty Sold': 1 })]],
    [
      'current-sales',
      [
        {
          id: no,
          SO: no,
          Year: 2025,
          Month: 3,
          Code: 'CAPS',
          'Qty Sent': 2,
          Total: '7.00',
          'Account Number': code,
        },
      ],
    ],
  ]
  for (const [kind, of] of rows) await bring(kind, of)
  const assign = async (to = tenantId): Promise<number> => {
    const found = (await good(admin.get(`/api/v1/admin/unassigned?search=${code}`))).items[0]
    const { sourceId, clientCode, clientName } = found
    const body = { sourceId, clientCode, clientName, tenantId: to, rows: found.rows }
    return (await good(admin.post('/api/v1/admin/unassigned/assign', body))).id
  }
  return { source, code, no, tenantId, buyer, payer, po, send, bring, assign, id: await assign() }
}

const undo = (id: number, body: Json = {}) => admin.post(`/api/v1/admin/assignments/${id}/undo`, body)
const preview = (id: number) => good(admin.get(`/api/v1/admin/assignments/${id}/preview`))
const invoicesOf = async (payer: Actor) =>
  (await good(payer.get('/api/v1/invoices?sort=number'))).items as Json[]
const owedOf = async (payer: Actor) => (await good(payer.get('/api/v1/finance'))).receivables as Json

/** What is left of a client in each table of a company, whoever may see it. */
const TABLES = {
  ...{ customers: 'customers', orders: 'orders', order_lines: 'order_lines', order_changes: 'order_changes' },
  ...{ invoices: 'invoices', invoice_lines: 'invoice_lines', payments: 'payments', prices: 'prices' },
  ...{ shipments: 'shipments', shipment_lines: 'shipment_lines', shipment_events: 'shipment_events' },
  ...{ sales_history: 'sales_history', current_sales: 'current_sales' },
  ...{ product_access: 'product_access', lot_access: 'lot_access' },
}
const rowsIn = async (tenantId: number) => {
  const [row] = await peek(
    portal,
    `select ${Object.keys(TABLES)
      .map((t) => `(select count(*)::int from portal.${t} where tenant_id = $1) as ${t}`)
      .join(', ')}`,
    [tenantId],
  )
  return row as Record<string, number>
}

/** What people of the company and of the staff make on the rows, one of each. */
async function aWorkedOnClient() {
  const g = await aGivenClient()
  const { buyer, payer, tenantId, no } = g
  const invoices = await invoicesOf(payer)
  const parts = (n: number, amount: string) => [{ invoiceId: invoices[n - 1]?.id, amount }]
  const announce = async (n: number, amount: string): Promise<string> =>
    (await good(payer.post('/api/v1/payments', { wish: randomUUID(), parts: parts(n, amount) }))).reference
  await announce(1, '20.00')
  await good(
    billing.post('/api/v1/admin/payments', {
      ...{ tenantId, wish: randomUUID(), on: '2025-08-15', bankReference: `Wire ${no}` },
      parts: parts(2, '30.00'),
    }),
  )
  const sent = await announce(3, '40.00')
  await good(billing.post(`/api/v1/admin/payments/${sent}/received`, { on: '2025-08-15' }))
  await g.bring('payments', [
    {
      ...{ 'Payment No': 'R-3', 'Payment Date': '2025-08-16', 'Client Code': g.code, Amount: '40.00' },
      ...{ 'Invoice No': `I-${made}-3`, Reference: sent },
    },
    {
      ...{ 'Payment No': 'R-4', 'Payment Date': '2025-08-16', 'Client Code': `OWN-${made}`, Amount: '5.00' },
      'Invoice No': `I-${made}-3`,
    },
  ])
  const placed = (await good(buyer.get(`/api/v1/orders/${no}`))).order.id as number
  const issue = { type: 'billing', priority: 'low', title: 'Wrong', description: 'Twelve of 400.' }
  const issues = [
    await good(buyer.post('/api/v1/issues', { ...issue, orderId: placed })),
    await good(payer.post('/api/v1/issues', { ...issue, invoiceId: invoices[0]?.id })),
  ]
  const talk = { subject: 'Delivery', text: 'When?', key: randomUUID(), orderId: placed }
  const conversation = await good(buyer.post('/api/v1/conversations', talk))
  const shipment = await good(
    staff.post('/api/v1/admin/shipments', {
      ...{ tenantId, wish: `wish-undo-${made}`, order: no, trackingNumber: `H-${made}`, carrier: 'Own' },
      ...{ carrierLink: null, processedOn: null, shippedOn: null, estimatedOn: null, deliveredOn: null },
      ...{ shipTo: null, weight: null, lines: [] },
    }),
  )
  const document = await aDocument(portal.url, owner, { audience: { kind: 'order', orderNo: no } })
  await good(buyer.send('PUT', '/api/v1/lots/L-1/wish', { wished: true }) as Promise<Json>)
  return { ...g, sent, issues, conversation, shipment, document }
}

const MADE = [
  { kind: 'payments', count: 3 },
  { kind: 'otherPayments', count: 1 },
  { kind: 'purchaseOrders', count: 1 },
  { kind: 'issues', count: 2 },
  { kind: 'conversations', count: 1 },
  { kind: 'ownShipments', count: 1 },
  { kind: 'documents', count: 1 },
  { kind: 'wishes', count: 1 },
]

describe('taking a client back is refused', () => {
  it('where people made something on its rows, until what becomes of it is confirmed; by code as by assignment', async () => {
    const g = await aWorkedOnClient()
    const before = await rowsIn(g.tenantId)
    expect((await preview(g.id)).made).toEqual(MADE)
    const refused = await undo(g.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'moved_with_history'])
    const clients = `/api/v1/admin/tenants/${g.tenantId}/clients`
    const { sources } = await good(admin.get(clients))
    const sourceId = sources.find(({ name }: Json) => name === g.source).id
    const seen = await good(admin.get(`${clients}/preview?sourceId=${sourceId}&clientCode=${g.code}`))
    expect(seen.made).toEqual(MADE)
    const taken = { sourceId, clientCode: g.code, clientName: null, rows: seen.client.rows }
    const refusedByCode = await admin.post(`${clients}/remove`, taken)
    expect([refusedByCode.status, refusedByCode.body.code]).toEqual([409, 'moved_with_history'])
    expect(await rowsIn(g.tenantId)).toEqual(before)
    expect((await admin.post(`${clients}/remove`, { ...taken, confirm: true })).status).toBe(200)
    expect((await rowsIn(g.tenantId)).invoices).toBe(0)
  })
})

describe('taking a client back', () => {
  it('needs no word where nobody made anything on its rows', async () => {
    const source = `undo plain ${made}`
    const tenantId = await aTenant(portal)
    const send = sender(portal.url, await aKey(portal, { source }))
    await send('invoices', [
      { 'Client Code': 'PLAIN', 'Invoice No': 'P-1', 'Invoice Date': '2025-08-01', Total: '100.00' },
    ])
    const found = (await good(admin.get('/api/v1/admin/unassigned?search=PLAIN'))).items[0]
    const { sourceId, clientCode, clientName, rows } = found
    const body = { sourceId, clientCode, clientName, tenantId, rows }
    const { id } = await good(admin.post('/api/v1/admin/unassigned/assign', body))
    expect((await preview(id)).made).toEqual([])
    expect((await undo(id)).status).toBe(200)
  })

  it('takes every kind of row with all that is part of it, and brings all of it back', async () => {
    const g = await aGivenClient()
    const there = await rowsIn(g.tenantId)
    expect(there).toMatchObject({ invoices: 3, payments: 2, orders: 2, lot_access: 1, product_access: 2 })
    expect((await undo(g.id, { confirm: true })).status).toBe(200)
    const left = { ...Object.fromEntries(Object.keys(TABLES).map((table) => [table, 0])), product_access: 1 }
    // Its own order stands, and the one that its purchase order waits with.
    expect(await rowsIn(g.tenantId)).toEqual({ ...left, orders: 2, order_lines: 2, order_changes: 2 })
    await g.assign()
    expect(await rowsIn(g.tenantId)).toEqual(there)
  })

  it('leaves the purchase order waiting for its order, and finds it again with its history', async () => {
    const g = await aGivenClient()
    const history = () =>
      peek(
        portal,
        `select h.field, h.old_value, h.new_value from portal.order_changes h
           join portal.orders o on o.tenant_id = h.tenant_id and o.id = h.order_id where o.tenant_id = $1 and o.ord_no = $2 order by h.id`,
        [g.tenantId, g.no],
      )
    const told = await history()
    await undo(g.id, { confirm: true })
    const waits = await detail(g.buyer, g.po)
    expect(waits.order).toMatchObject({ state: 'pending', ordNo: null })
    expect(waits.timeline[0].act).toBe('parted')
    // What was promised to the company does not go with the order.
    const promises = 'select promised_date from portal.unassigned_orders where ord_no = $1'
    expect(await peek(portal, promises, [g.no])).toEqual([{ promised_date: null }])
    await g.assign()
    const again = await detail(g.buyer, g.po)
    expect(again.order).toMatchObject({ state: 'linked', ordNo: g.no })
    expect((await good(g.buyer.get(`/api/v1/orders/${g.no}`))).promised.current).toBe(inAMonth)
    expect(await history()).toEqual(told)
    expect((await peek(portal, 'select from portal.orders where tenant_id = $1', [g.tenantId])).length).toBe(
      2,
    )
  })

  it('leaves what people made with the company, without a reference that leads nowhere, and no sum wrong', async () => {
    const g = await aWorkedOnClient()
    const { payer, buyer } = g
    const sums = async () => {
      const { credit, total, open } = await owedOf(payer)
      const statement = await good(payer.get('/api/v1/payments'))
      return { credit, total, open, sums: statement.sums }
    }
    const before = await sums()
    const bills = await invoicesOf(payer)
    expect((await undo(g.id, { confirm: true })).status).toBe(200)
    // What was recorded (30.00) and what came under another code (5.00) is the company's; what upstream sent went with its rows.
    expect(await sums()).toEqual({
      ...{ credit: '35.00', total: '-35.00', open: '0.00' },
      sums: [{ currency: 'CAD', received: '30.00', announced: '20.00' }],
    })
    const credit = await good(payer.get('/api/v1/finance/credit?sort=amount'))
    expect([credit.sum, credit.items.map(({ amount, invoiceNo }: Json) => [amount, invoiceNo])]).toEqual([
      '35.00',
      [
        ['5.00', `I-${made}-3`],
        ['30.00', `I-${made}-2`],
      ],
    ])
    const payments = (await good(payer.get('/api/v1/payments'))).items
    expect(payments.map(({ state }: Json) => state).toSorted()).toEqual([
      'announced',
      'cancelled',
      'received',
    ])
    for (const [at, { id }] of g.issues.entries()) {
      const { issue } = await good(buyer.get(`/api/v1/issues/id:${id}`))
      expect(at === 0 ? issue.orderId : issue.invoice).toEqual(
        at === 0 ? null : { number: `I-${made}-1`, id: null },
      )
    }
    expect((await good(buyer.get(`/api/v1/conversations/${g.conversation.id}`))).orderId).toBeNull()
    expect((await good(staff.get(`/api/v1/admin/shipments/${g.shipment.id}`))).order).toBeNull()
    expect((await buyer.get(`/api/v1/documents/${g.document}`)).status).toBe(404)
    expect((await buyer.get('/api/v1/lots/L-1')).status).toBe(404)

    await g.assign()
    expect(await sums()).toEqual(before)
    expect(await invoicesOf(payer)).toEqual(bills)
    expect((await buyer.get(`/api/v1/documents/${g.document}`)).status).toBe(200)
    expect((await good(buyer.get('/api/v1/lots/L-1'))).wished).toBe(true)
    expect((await good(buyer.get(`/api/v1/conversations/${g.conversation.id}`))).orderId).not.toBeNull()
    expect((await good(staff.get(`/api/v1/admin/shipments/${g.shipment.id}`))).order).not.toBeNull()
  })

  it('gives it to another company as upstream sent it, and nothing of what was made here', async () => {
    const g = await aWorkedOnClient()
    await undo(g.id, { confirm: true })
    const other = await aTenant(portal)
    const member = await aMember(portal, other, 'finance_manager')
    await g.assign(other)
    // 300.00 less 10.00, 40.00 that upstream sent, and 7.00 on account.
    expect(await owedOf(member)).toMatchObject({ total: '243.00', open: '250.00', credit: '7.00' })
    expect((await good(member.get('/api/v1/payments'))).items).toEqual([])
    expect(await owedOf(g.payer)).toMatchObject({ total: '-35.00', credit: '35.00' })
    expect((await detail(g.buyer, g.po)).order).toMatchObject({ state: 'pending' })
  })
})

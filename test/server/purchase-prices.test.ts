import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lineAmount } from '../../src/features/purchase-orders/domain/line-amount.ts'
import { type Actor, aKey, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { order, peek, type Sender, sender } from '../support/ingest.ts'
import { AMOUNTS } from '../support/line-amounts.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { accept, act, call, create, detail, good, PATH } from '../support/purchase-orders.ts'

let portal: TestPortal
let send: Sender
let key: string
let buyer: Actor
let approver: Actor
let staff: Actor
let one: number

const ingest = async (kind: string, rows: object[]) => {
  const answer = await send(kind, rows)
  if (answer.status !== 200 || answer.body.rejected > 0) throw new Error(answer.text)
}
const priced = (itemNo: string, price: string, unit?: string) => ({
  ...{ 'Client Code': 'A', 'Item No': itemNo, 'Unit Price': price, 'Valid From': '2025-01-01' },
  ...(unit !== undefined && { Unit: unit }),
})
const submitted = async (lines: object[]) => {
  const id = await create(buyer, { lines })
  await act(buyer, id, { act: 'submit' })
  return id
}
const OPEN = [
  { itemNo: 'KG', quantity: 10 },
  { itemNo: 'OPEN', quantity: 250_000 },
]
const BY_THOUSAND = { lineNo: 2, unitPrice: '58.25', pricePer: 1000 }

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  one = await aTenant(portal, { clientCodes: ['A'] })
  key = await aKey(portal, { scope: 'collect' })
  send = sender(portal.url, await aKey(portal))
  buyer = await aMember(portal, one)
  approver = await aMember(portal, one, 'finance_manager')
  staff = await aStaffMember(portal, 'customer_service', [one])
  const items = [
    { 'Item No': 'CAPS', Name: 'Capsules', Unit: 'UN' },
    { 'Item No': 'KG', Name: 'By the kilogram', Unit: 'KG' },
    { 'Item No': 'G', Name: 'By the gram', Unit: 'G' },
    { 'Item No': 'ODD', Name: 'In a unit of its own', Unit: 'Drum' },
    { 'Item No': 'OPEN', Name: 'Without a price', Unit: 'UN' },
    { 'Item No': 'TUB', Name: 'Finished, by weight', Class: 'finished product', Unit: 'KG' },
    { 'Item No': 'GRAM', Name: 'Blend by the gram', Class: 'blend', Unit: 'g' },
    { 'Item No': 'POUND', Name: 'Blend by the pound', Class: 'blend', Unit: 'LB' },
  ]
  await ingest('products', items)
  await ingest('orders', [order('O-1', { 'Client Code': 'A' })])
  await ingest(
    'order-lines',
    items.map((item, at) => ({ Primary: 'O-1', 'Line No': at + 1, 'Item No': item['Item No'] })),
  )
  await ingest('price-list', [
    priced('CAPS', '58.00', 'per 1000'),
    priced('KG', '12.3456'),
    priced('G', '312', 'KG'),
    priced('ODD', '9.99', 'KG'),
  ])
})
beforeEach(() => portal.owner((tx) => sql`delete from auth.rate_windows`.execute(tx)))
afterAll(() => portal.close())

describe('what a line comes to', () => {
  it('is the same here and in the database, case by case', async () => {
    const rows = await peek(
      portal,
      `select portal.line_amount(q::numeric, p::numeric, r::numeric, 'CAD')::text as cents
         from jsonb_to_recordset('${JSON.stringify(AMOUNTS.map(([q, p, r]) => ({ q, p, r })))}') x (q text, p text, r text)`,
    )
    expect(rows.map(({ cents }) => Number(cents))).toEqual(AMOUNTS.map(([, , , cents]) => cents))
    expect(AMOUNTS.map(([q, p, r]) => Number(lineAmount(Math.round(Number(q) * 1000), p, r, 'CAD')))).toEqual(
      AMOUNTS.map(([, , , cents]) => cents),
    )
  })

  it('follows the quantity that its price is for, in check, draft, total, chart, export and limit', async () => {
    const lines = [
      { itemNo: 'CAPS', quantity: 250_000 },
      { itemNo: 'KG', quantity: 100.5 },
      { itemNo: 'G', quantity: 1500 },
      { itemNo: 'ODD', quantity: 3 },
    ]
    const amounts = ['14500.00', '1240.73', '468.00', null]
    const checked = await good(buyer.post(`${PATH}/check`, { poNo: null, requestedDate: null, lines }))
    expect(checked.lines.map(({ amount }: Json) => amount)).toEqual(amounts)
    expect(checked).toMatchObject({ total: '16208.73', unpricedLines: 1 })
    const id = await create(buyer, { lines, poNo: 'BASE-1' })
    const kept = await detail(buyer, id)
    expect(kept.lines.map(({ amount }: Json) => amount)).toEqual(amounts)
    expect(kept.lines.map(({ unitPrice, pricePer }: Json) => [unitPrice, pricePer])).toEqual([
      ['58.000000', 1000],
      ['12.345600', 1],
      ['312.000000', 1000],
      // A price by the kilogram says nothing of a drum.
      [null, 1],
    ])
    expect(kept.purchaseOrder).toMatchObject({ total: '16208.73', unpricedLines: 1 })
    const { version } = await good(approver.get(`${PATH}/settings`))
    await good(approver.send('PUT', `${PATH}/approval-limit`, { approvalLimit: '14500.00', version }))
    const below = await create(buyer, { lines: lines.slice(0, 1) })
    expect((await act(buyer, below, { act: 'submit' })).state).toBe('submitted')
    const above = await create(buyer, { lines: lines.slice(0, 2) })
    expect((await act(buyer, above, { act: 'submit' })).state).toBe('awaiting_approval')
    await good(approver.send('PUT', `${PATH}/approval-limit`, { approvalLimit: null, version: version + 1 }))
    const { months } = await good(buyer.get(`${PATH}/summary`))
    expect(months.map(({ amount }: Json) => amount)).toEqual(['30240.73'])
    const file = await buyer.get(`${PATH}/export?search=BASE-1`)
    expect(file.body).toContain('16208.73')
  })
})

describe('a minimum in another unit', () => {
  it('is compared where units can be, and refused with both units where they cannot', async () => {
    const why = async (itemNo: string, quantity: number) => {
      const id = await create(buyer, { lines: [{ itemNo, quantity }] })
      const { status, body } = await call(buyer, id, { act: 'submit' })
      return [status, body.code ?? body.state, body.errors?.[0]]
    }
    // 100 KG are 100 000 g.
    expect(await why('GRAM', 99_999)).toEqual([
      ...[422, 'below_minimum'],
      { path: 'lines.0.quantity', message: 'Must be at least 100,000 g.' },
    ])
    expect(await why('GRAM', 100_000)).toEqual([200, 'submitted', undefined])
    // 5000 units say nothing of kilograms, however many.
    expect(await why('TUB', 9000)).toEqual([
      ...[422, 'minimum_unit'],
      { path: 'lines.0.quantity', message: 'The minimum is in another unit: 5,000 UN.' },
    ])
    expect((await why('POUND', 900)).slice(0, 2)).toEqual([422, 'minimum_unit'])
    const lines = [{ itemNo: 'TUB', quantity: 9000 }]
    const { lines: checked } = await good(
      buyer.post(`${PATH}/check`, { poNo: null, requestedDate: null, lines }),
    )
    expect(checked[0]).toMatchObject({ fault: 'minimum_unit', minimum: 5000, minimumUnit: 'UN', unit: 'KG' })
  })
})

describe('a price that comes with the confirmation', () => {
  it('is stated by who sees prices, once, of a line that has none, and with an answer', async () => {
    const id = await submitted(OPEN)
    const refused = async (wish: object) => {
      const { status, body } = await call(staff, id, { act: 'accept', ...wish })
      return [status, body.code]
    }
    const price = (more: object = {}) => ({ prices: [{ ...BY_THOUSAND, ...more }] })
    expect((await buyer.post(`${PATH}/${id}/answer`, { act: 'accept', version: 2, ...price() })).status).toBe(
      403,
    )
    for (const bad of [
      { unitPrice: '-1' },
      { unitPrice: '1.2345678' },
      { unitPrice: 5 },
      { pricePer: 0 },
      { lineNo: 0 },
    ])
      expect(await refused(price(bad))).toEqual([422, 'validation'])
    expect(await refused(price({ lineNo: 9 }))).toEqual([422, 'po_no_such_line'])
    expect(await refused(price({ lineNo: 1 }))).toEqual([422, 'po_price_stands'])
    expect(await refused({ prices: [BY_THOUSAND, BY_THOUSAND] })).toEqual([422, 'po_price_stands'])
    expect(await refused({ act: 'reject', note: 'no', ...price() })).toEqual([422, 'po_price_stands'])
    expect(await refused(price({ unitPrice: '999999999', pricePer: 0.001 }))).toEqual([422, 'po_too_large'])
    await portal.owner((tx) =>
      sql`insert into portal.roles (key, kind, name, permissions)
        select 'blind', kind, 'Blind', array_remove(permissions, 'prices.read') from portal.roles where key = 'customer_service'`.execute(
        tx,
      ),
    )
    const sees = await aStaffMember(portal, 'blind', [one])
    expect((await call(sees, id, { act: 'accept', ...price() })).body.code).toBe('permission_denied')
    const most = [{ lineNo: 1, quantity: 999_999_999 }]
    const dear = { unitPrice: '999999999', lineNo: 2 }
    expect(await refused({ act: 'counter', quantities: most, prices: [dear] })).toEqual([422, 'po_too_large'])
    expect((await detail(buyer, id)).purchaseOrder).toMatchObject({ state: 'submitted', unpricedLines: 1 })
  })

  it('counts from the acceptance on: line, total, timeline, audit, feed and the order', async () => {
    const id = await submitted(OPEN)
    await accept(portal, staff, id, { prices: [BY_THOUSAND] })
    const { purchaseOrder, lines, timeline, order: pending } = await detail(buyer, id)
    expect(purchaseOrder).toMatchObject({ status: 'approved', total: '14685.96', unpricedLines: 0 })
    expect(lines[1]).toMatchObject({ unitPrice: '58.250000', pricePer: 1000, amount: '14562.50' })
    expect(timeline[0]).toMatchObject({ act: 'accept', byStaff: true, prices: [BY_THOUSAND] })
    const [audit] = await peek(
      portal,
      `select new from portal.audit_log where action = 'purchase_order.answered' and object_id = '${id}'`,
    )
    expect(audit.new.prices).toEqual([BY_THOUSAND])
    const feed = await createClient(portal.url).get('/api/v1/feed/purchase-orders', {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(feed.body.items.find((item: Json) => item.id === id).lines[1]).toMatchObject({
      ...{ itemNo: 'OPEN', unitPrice: '58.250000', pricePer: 1000 },
    })
    const entered = await good(buyer.get(`/api/v1/orders/id:${pending.id}`))
    expect([entered.order.amount, entered.lines[1].unitPrice]).toEqual(['14685.96', '0.05825'])
  })

  it('may be left open, and goes on being said so', async () => {
    const id = await submitted(OPEN)
    await accept(portal, staff, id)
    const { purchaseOrder, lines } = await detail(buyer, id)
    expect(purchaseOrder).toMatchObject({ status: 'approved', total: '123.46', unpricedLines: 1 })
    expect(lines[1]).toMatchObject({ unitPrice: null, amount: null })
  })

  it('is proposed with a counter-proposal, counts when the client agrees, and is bound by the limit', async () => {
    const id = await submitted(OPEN)
    await act(staff, id, {
      act: 'counter',
      prices: [BY_THOUSAND],
      quantities: [{ lineNo: 2, quantity: 500_000 }],
    })
    const open = await detail(buyer, id)
    expect(open.proposal.prices).toEqual([BY_THOUSAND])
    expect(open.lines[1]).toMatchObject({ unitPrice: null, quantity: 250_000 })
    const viewer = await aMember(portal, one, 'viewer')
    expect((await viewer.get(`${PATH}/${id}`)).status).toBe(403)
    await act(buyer, id, { act: 'decline_counter', note: 'too much' })
    expect((await detail(buyer, id)).lines[1].unitPrice).toBeNull()
    await act(staff, id, { act: 'counter', prices: [BY_THOUSAND] })
    const { version } = await good(approver.get(`${PATH}/settings`))
    await good(approver.send('PUT', `${PATH}/approval-limit`, { approvalLimit: '14685.95', version }))
    expect((await call(buyer, id, { act: 'accept_counter' })).body.code).toBe('po_over_limit')
    const again = { approvalLimit: '14685.96', version: version + 1 }
    await good(approver.send('PUT', `${PATH}/approval-limit`, again))
    await act(buyer, id, { act: 'accept_counter' })
    const { purchaseOrder, timeline } = await detail(buyer, id)
    expect(purchaseOrder).toMatchObject({ status: 'approved', total: '14685.96', unpricedLines: 0 })
    expect(timeline[0].prices).toEqual([BY_THOUSAND])
  })

  it('lets nothing else of a submitted line be changed, whoever forgets it', async () => {
    const id = await submitted(OPEN)
    for (const set of ['quantity = 5', "unit_price = 3, item_name = 'x'"])
      await expect(
        peek(
          portal,
          `update portal.purchase_order_lines set ${set} where purchase_order_id = ${id} and tenant_id = ${one} and line_no = 2`,
        ),
      ).rejects.toThrow('are not changed')
  })
})

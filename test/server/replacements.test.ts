import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { order as anOrder, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let one: number
let buyer: Actor
let other: Actor
let service: Actor
let orderOne: number
beforeAll(async () => {
  portal = await startTestPortal()
  one = await aTenant(portal, { clientCodes: ['A'] })
  buyer = await aMember(portal, one)
  other = await aMember(portal, await aTenant(portal))
  service = await aStaffMember(portal, 'customer_service')
  const send = sender(portal.url, await aKey(portal))
  await send('products', [{ 'Item No': 'P-1', Name: 'Capsules', Class: 'blend' }])
  await send('lots', [{ 'Lot No': 'L-1', 'Item No': 'P-1', State: 'released' }])
  await send('orders', [anOrder('O-1', { 'Client Code': 'A', 'Ord No': 'SO-1' })])
  await send('order-lines', [{ Primary: 'O-1', 'Line No': 1, 'Item No': 'P-1', Lot: 'L-1' }])
  orderOne = (await buyer.get('/api/v1/orders')).body.items[0].id
})
afterAll(() => portal?.close())

const ISSUES = '/api/v1/issues'
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const open = async (actor: Actor, id: number): Promise<Json> => (await actor.get(`${ISSUES}/id:${id}`)).body
async function report(more: object = {}): Promise<{ id: number; number: number }> {
  const wish = {
    type: 'damaged_product',
    priority: 'high',
    title: 'Broken seals',
    description: 'Twelve.',
    ...more,
  }
  const { status, body } = await buyer.post(ISSUES, wish)
  expect(status).toBe(200)
  return body
}
async function step(actor: Actor, id: number, act: string) {
  const { version } = (await open(actor, id)).issue
  expect((await actor.post(`${ISSUES}/${id}/acts`, { act, version })).status).toBe(200)
}

describe('the replacement of an issue (C6)', () => {
  const PO = '/api/v1/purchase-orders'
  const draftOf = (issueId: number, more: object = {}) => ({
    ...{ poNo: `R-${issueId}`, requestedDate: null, shipTo: '1 Dock Street', note: null, issueId },
    lines: [{ itemNo: 'P-1', quantity: 12 }],
    ...more,
  })
  const act = async (actor: Actor, id: number, name: string, path = 'act') => {
    const { version } = (await actor.get(`${PO}/${id}`)).body
    return actor.post(`${PO}/${id}/${path}`, { act: name, version, note: 'because' })
  }
  const accepted = async () => {
    const { id, number } = await report({ orderId: orderOne, itemNo: 'P-1', lotNo: 'L-1' })
    await step(buyer, id, 'request_replacement')
    await step(service, id, 'accept_replacement')
    return { id, number }
  }

  it('is ordered once it was accepted, of less than others may order, by either side and once', async () => {
    const { id } = await report()
    const reader = await aMember(portal, one, 'quality_manager')
    const order = (actor: Actor, more: object = {}, of = id) => actor.post(PO, draftOf(of, more))
    expect(said(await createClient(portal.url).post(PO, draftOf(id)))).toEqual([401, 'no_session'])
    expect(said(await order(reader))).toEqual([403, 'permission_denied'])
    for (const nothing of [id, 900_001]) {
      expect(said(await order(buyer, {}, nothing))).toEqual([422, 'no_replacement'])
      expect(said(await order(other, {}, nothing))).toEqual([422, 'no_replacement'])
    }
    await step(buyer, id, 'request_replacement')
    expect(said(await order(buyer))).toEqual([422, 'no_replacement'])
    expect((await open(buyer, id)).mayOrderReplacement).toBe(false)
    await step(service, id, 'accept_replacement')
    expect(said(await order(other))).toEqual([422, 'no_replacement'])
    expect((await open(buyer, id)).mayOrderReplacement).toBe(true)
    expect((await open(reader, id)).mayOrderReplacement).toBe(false)

    const po = (await order(buyer)).body.id
    expect(said(await order(service, { tenant: one }))).toEqual([409, 'replacement_ordered'])
    // A draft is the client's own.
    for (const [actor, shown] of [
      [buyer, { id: po, name: `R-${id}` }],
      [service, null],
    ] as const) {
      const { issue, mayOrderReplacement } = await open(actor, id)
      expect([issue.replacementOrder, mayOrderReplacement]).toEqual([shown, false])
    }
    const check = (more: object) =>
      buyer.post(`${PO}/check`, { poNo: null, requestedDate: null, lines: draftOf(id).lines, ...more })
    expect((await check({})).body.lines[0].fault).toBe('below_minimum')
    expect((await check({ issueId: id })).body.lines[0].fault).toBe(null)
    expect(said(await buyer.post(`${PO}/${po}/discard`, { version: 1 }))).toEqual([200, undefined])
    // Of its own it would be too little.
    const alone = (await buyer.post(PO, { ...draftOf(id), issueId: undefined })).body.id
    expect(said(await act(buyer, alone, 'submit'))).toEqual([422, 'below_minimum'])
    const again = (await order(service, { tenant: one })).body.id
    expect((await open(buyer, id)).issue.replacementOrder.id).toBe(again)
  })

  it('is in the thread, told and on record once it is with the manufacturer; refused, it can be ordered anew', async () => {
    const { id, number } = await accepted()
    const po = (await buyer.post(PO, draftOf(id))).body.id
    expect((await act(buyer, po, 'submit')).status).toBe(200)
    const { issue, entries } = await open(service, id)
    expect(issue.replacementOrder).toEqual({ id: po, name: `R-${id}` })
    expect(entries.at(-1)).toMatchObject({ kind: 'order_replacement', text: `R-${id}`, byStaff: false })
    expect((await service.get(`${PO}/${po}`)).body.issue).toEqual({ id, number })
    const finance = await aMember(portal, one, 'finance_manager')
    expect((await finance.get(`${PO}/${po}`)).body.issue).toEqual({ id, number })
    const told = async () => (await service.get('/api/v1/notices')).body.items.map(({ text }: Json) => text)
    await expect.poll(told).toContain(`Issue #${number} has its replacement ordered: Broken seals`)
    const [row] = await peek(
      portal,
      `select action, old, new from portal.audit_log where object_type = 'issue' and object_id = $1 order by seq desc limit 1`,
      [String(id)],
    )
    expect(row).toMatchObject({
      action: 'purchase_order.acted',
      new: { number, replacementOrder: `R-${id}` },
    })
    expect((await act(service, po, 'reject', 'answer')).status).toBe(200)
    const after = await open(buyer, id)
    expect([after.issue.replacementOrder, after.mayOrderReplacement]).toEqual([null, true])
    expect((await buyer.post(PO, draftOf(id, { poNo: 'R-again' }))).status).toBe(200)
  })
})

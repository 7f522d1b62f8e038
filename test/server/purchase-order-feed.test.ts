import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { order, type Sender, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { accept, act, create, good, PROMISED } from '../support/purchase-orders.ts'

let portal: TestPortal
let send: Sender
let key: string
let buyer: Actor
let staff: Actor
let one: number
let two: number

const ingest = async (kind: string, rows: object[]) => {
  const answer = await send(kind, rows)
  if (answer.status !== 200 || answer.body.rejected > 0) throw new Error(answer.text)
}
const submitted = async (more: object = {}) => {
  const id = await create(buyer, more)
  await act(buyer, id, { act: 'submit' })
  return id
}

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  one = await aTenant(portal, { clientCodes: ['A'] })
  two = await aTenant(portal, { clientCodes: ['B'] })
  send = sender(portal.url, await aKey(portal))
  key = await aKey(portal, { scope: 'collect' })
  buyer = await aMember(portal, one)
  staff = await aStaffMember(portal, 'customer_service', [one])
  await ingest('products', [{ 'Item No': 'BLEND', Name: 'Blend', Class: 'blend', Unit: 'KG' }])
  await ingest('orders', [order('O-1', { 'Client Code': 'A' })])
  await ingest('order-lines', [{ Primary: 'O-1', 'Line No': 1, 'Item No': 'BLEND' }])
  await ingest('price-list', [
    { 'Client Code': 'A', 'Item No': 'BLEND', 'Unit Price': '12.3456', 'Valid From': '2025-01-01' },
  ])
})
afterAll(() => portal.close())

describe('what upstream collects', () => {
  const FEED = '/api/v1/feed/purchase-orders'
  const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } })
  const collect = async (value = key) =>
    (await good(createClient(portal.url).get(`${FEED}?limit=1000`, bearer(value)))).items
  const acknowledge = (items: object[], value = key) =>
    createClient(portal.url).post(`${FEED}/acknowledge`, { items }, bearer(value))

  it('is for keys that collect alone', async () => {
    expect((await buyer.get(FEED)).status).toBe(401)
    for (const scope of ['read', 'ingest'] as const) {
      const other = await aKey(portal, { scope })
      expect((await createClient(portal.url).get(FEED, bearer(other))).body.code).toBe('key_scope')
      expect((await acknowledge([{ id: 1, version: 1 }], other)).body.code).toBe('key_scope')
    }
    expect((await sender(portal.url, key)('orders', [])).body.code).toBe('key_scope')
    expect((await acknowledge([])).status).toBe(422)
    const both = await aKey(portal, { scope: 'ingest collect' })
    expect((await createClient(portal.url).get(FEED, bearer(both))).status).toBe(200)
    expect((await sender(portal.url, both)('orders', [])).status).toBe(200)
  })

  it('is offered until it is acknowledged, and again when it changes', async () => {
    const id = await submitted({ poNo: 'Collect' })
    const find = async (value = key) => (await collect(value)).find((item: Json) => item.id === id)
    expect(await find()).toBeUndefined()
    await accept(portal, staff, id)
    const first = await find()
    expect(first).toMatchObject({ poNo: 'Collect', state: 'accepted', clientCodes: ['A'], tenantId: one })
    expect(first.promisedDate).toBe(PROMISED)
    expect(first.lines).toEqual([
      { lineNo: 1, itemNo: 'BLEND', quantity: 100, unit: 'KG', unitPrice: '12.345600', pricePer: 1 },
    ])
    const stranger = await aKey(portal, { tenantId: two, scope: 'collect' })
    expect(await find(stranger)).toBeUndefined()
    const asked = [{ id, version: first.version }]
    expect((await acknowledge(asked, stranger)).body).toEqual({ acknowledged: 0 })
    expect((await acknowledge([{ id, version: first.version + 1 }])).body).toEqual({ acknowledged: 0 })
    expect((await acknowledge(asked)).body).toEqual({ acknowledged: 1 })
    expect((await acknowledge(asked)).body).toEqual({ acknowledged: 0 })
    expect(await find()).toBeUndefined()
    await act(buyer, id, { act: 'request_cancel', note: 'no' })
    await act(staff, id, { act: 'grant' })
    expect((await find()).state).toBe('cancelled')
  })
})

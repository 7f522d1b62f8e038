import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { counts, order, type Sender, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let send: Sender
let buyer: Actor
let other: Actor
let manager: Actor
let admin: Actor
let one: number
let two: number
const idOf: Record<string, number> = {}

async function ingest(address: string, rows: unknown) {
  const answer = await send(address, rows)
  if (answer.status !== 200) throw new Error(answer.text)
  return counts(answer.body)
}
const price = (itemNo: string, more: object = {}) => ({
  ...{ 'Client Code': 'A', 'Item No': itemNo, 'Unit Price': '12.3456', 'Valid From': '2025-01-01' },
  ...more,
})
const catalogue = async (actor: Actor, query = ''): Promise<Json> => {
  const { status, body } = await actor.get(`/api/v1/catalogue?limit=1000${query}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  expect(body.total).toBe(body.items.length)
  return body
}
const itemsOf = async (actor: Actor, query = ''): Promise<string[]> =>
  (await catalogue(actor, query)).items.map(({ itemNo }: Json) => itemNo)
const one_ = async (actor: Actor, itemNo: string): Promise<Json> =>
  (await catalogue(actor)).items.find((item: Json) => item.itemNo === itemNo)
const NO_TERMS = { choice: null, minimumQuantity: null, leadWeeks: null, version: 0 }
const offer = (actor: Actor, tenant: number, itemNo: string, wish: object = {}) =>
  actor.send('PUT', `/api/v1/catalogue/${tenant}/${idOf[itemNo]}`, { ...NO_TERMS, ...wish })

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  one = await aTenant(portal, { clientCodes: ['A'], clientNames: ['Alpha'] })
  two = await aTenant(portal, { clientCodes: ['B'] })
  send = sender(portal.url, await aKey(portal))
  buyer = await aMember(portal, one)
  other = await aMember(portal, two)
  manager = await aStaffMember(portal, 'account_manager', [one])
  admin = await anAdministrator(portal)
  await ingest('products', [
    { 'Item No': 'P-2', Name: 'Powder', 'Name FR': 'Poudre', Class: 'blend', Category: 'Digestive' },
    { 'Item No': 'P-10', Name: 'Capsules', Class: 'bulk capsule', 'Minimum Quantity': 400, Unit: 'UN' },
    { 'Item No': 'P-old', Name: 'Old', Active: 'no' },
    { 'Item No': 'P-new', Name: 'New', Class: 'finished product' },
    { 'Item No': 'P-two', Name: 'Of the other' },
  ])
  await ingest('orders', [order('O-1', { 'Client Code': 'A' }), order('O-2', { 'Client Code': 'B' })])
  await ingest(
    'order-lines',
    ['P-2', 'P-10', 'P-old'].map((item, at) => ({ Primary: 'O-1', 'Line No': at + 1, 'Item No': item })),
  )
  await ingest('order-lines', [{ Primary: 'O-2', 'Line No': 1, 'Item No': 'P-two' }])
  const { body } = await admin.get('/api/v1/products?limit=1000')
  for (const { itemNo, id } of body.items) idOf[itemNo] = id
})
afterAll(async () => {
  expect(await stagedRows(portal)).toBe(0)
  await portal.close()
})

describe('the price list from upstream', () => {
  it('is refused row by row with field and reason, and the good ones land', async () => {
    const { body } = await send('price-list', [
      {},
      price('P-2', { 'Unit Price': '-1' }),
      price('P-2', { 'Unit Price': 'abc' }),
      price('P-2', { 'Valid To': '2024-12-31' }),
      price('P-x', { 'Client Code': undefined, 'Client Name': 'Alpha' }),
    ])
    expect(counts(body)).toEqual({ received: 5, inserted: 1, rejected: 4 })
    expect(body.errors.map(({ row, field, code }: Json) => [row, field, code])).toEqual([
      [1, 'Item No', 'required'],
      [1, 'Unit Price', 'required'],
      [1, 'Valid From', 'required'],
      [1, 'Client Name', 'required'],
      [2, 'Unit Price', 'out_of_range'],
      [3, 'Unit Price', 'not_a_number'],
      [4, 'Valid To', 'out_of_range'],
    ])
  })

  it('gives the newest price in force, in the tenant’s currency; without one there is none', async () => {
    expect((await one_(buyer, 'P-2')).price).toBeNull()
    await ingest('price-list', [
      price('P-2', { Unit: 'KG' }),
      price('P-2', { 'Valid From': '2025-06-01', 'Unit Price': '13.5', 'Valid To': '2025-12-31' }),
      price('P-2', { 'Valid From': '2025-09-01', 'Unit Price': '99' }),
      price('P-2', { 'Valid From': '2025-07-01', 'Unit Price': '9', Currency: 'USD' }),
      price('P-10', { 'Valid To': '2025-08-30' }),
      price('P-2', { 'Client Code': 'B', 'Unit Price': '1' }),
    ])
    expect((await one_(buyer, 'P-2')).price).toEqual({
      ...{ amount: '13.50', currency: 'CAD', unit: null, per: 1, validTo: '2025-12-31' },
    })
    expect((await one_(buyer, 'P-10')).price).toBeNull()
    await ingest('price-list', [price('P-2', { 'Valid From': '2025-06-01', _op: 'delete' })])
    expect((await one_(buyer, 'P-2')).price).toMatchObject({ amount: '12.3456', unit: 'KG' })
  })

  it('is withheld from who may not see prices', async () => {
    const viewer = await aMember(portal, one, 'viewer')
    const { items, pricesShown } = await catalogue(viewer)
    expect([pricesShown, items.every((item: Json) => item.price === null)]).toEqual([false, true])
    expect((await catalogue(buyer)).pricesShown).toBe(true)
  })

  it('waits where nobody has claimed the client', async () => {
    expect(await ingest('price-list', [price('P-2', { 'Client Code': 'Z' })])).toEqual({
      received: 1,
      inserted: 1,
    })
    const { body } = await admin.get('/api/v1/admin/unassigned')
    expect(body.items.map(({ clientCode, rows }: Json) => [clientCode, rows])).toEqual([['Z', 1]])
  })
})

describe('GET /catalogue', () => {
  it('refuses strangers, a hidden module and what cannot be', async () => {
    expect((await createClient(portal.url).get('/api/v1/catalogue')).status).toBe(401)
    expect((await buyer.get('/api/v1/catalogue?class=gummy')).status).toBe(422)
    expect((await buyer.get('/api/v1/catalogue/candidates?search=P')).status).toBe(403)
  })

  it('lists what a tenant may buy, by number, and nothing of another', async () => {
    expect(await itemsOf(buyer)).toEqual(['P-2', 'P-10'])
    expect(await itemsOf(other)).toEqual(['P-two'])
    expect(await itemsOf(buyer, `&tenant=${two}`)).toEqual([])
    expect(await itemsOf(buyer, '&search=poudre')).toEqual(['P-2'])
    expect(await itemsOf(buyer, '&class=bulk_capsule')).toEqual(['P-10'])
    expect(await itemsOf(manager)).toEqual(['P-2', 'P-10', 'P-old'])
    expect(await itemsOf(admin, `&tenant=${two}`)).toEqual(['P-two'])
    const first = (await buyer.get('/api/v1/catalogue?limit=1')).body
    const next = (await buyer.get(`/api/v1/catalogue?limit=1&cursor=${first.nextCursor}`)).body
    expect([first.total, first.categories, next.items[0].itemNo, next.nextCursor]).toEqual([
      ...[2, ['Digestive'], 'P-10', null],
    ])
  })
})

describe('PUT /catalogue/{tenantId}/{productId}', () => {
  it('refuses clients, another tenant’s as none, terms that cannot be, and what somebody else changed first', async () => {
    expect((await offer(buyer, one, 'P-new')).status).toBe(403)
    expect((await offer(manager, two, 'P-two')).body.code).toBe('not_found')
    expect((await offer(manager, one, 'none')).status).toBe(422)
    expect((await offer(manager, one, 'P-2', { leadWeeks: { from: 3, to: 2 } })).status).toBe(422)
    expect((await offer(manager, one, 'P-2', { minimumQuantity: 0 })).status).toBe(422)
    expect((await offer(manager, one, 'P-2', { version: 4 })).status).toBe(412)
  })

  it('offers what no order has, and takes out what one has; the lines decide again afterwards', async () => {
    const { body } = await manager.get('/api/v1/catalogue/candidates?search=new')
    expect(body.items).toEqual([{ id: idOf['P-new'], itemNo: 'P-new', name: 'New' }])
    expect((await offer(manager, one, 'P-new', { choice: true })).body).toEqual({ version: 1 })
    expect((await offer(manager, one, 'P-10', { choice: false })).body).toEqual({ version: 1 })
    expect(await itemsOf(buyer)).toEqual(['P-2', 'P-new'])
    // What is taken out still stands on the order.
    expect((await buyer.get(`/api/v1/products/${idOf['P-10']}`)).status).toBe(200)
    // A line comes and goes: what staff offer stays.
    const line = { Primary: 'O-1', 'Line No': 9, 'Item No': 'P-new' }
    await ingest('order-lines', [line])
    await ingest('order-lines', [{ ...line, _op: 'delete' }])
    expect(await itemsOf(buyer)).toEqual(['P-2', 'P-new'])
    expect((await offer(manager, one, 'P-new', { version: 1 })).status).toBe(200)
    expect((await offer(manager, one, 'P-10', { version: 1 })).status).toBe(200)
    expect(await itemsOf(buyer)).toEqual(['P-2', 'P-10'])
    expect((await buyer.get(`/api/v1/products/${idOf['P-new']}`)).status).toBe(404)
  })

  it('keeps terms agreed where upstream has none', async () => {
    const terms = { minimumQuantity: 50, leadWeeks: { from: 2, to: 3 } }
    expect((await offer(manager, one, 'P-2', terms)).status).toBe(200)
    expect(await one_(buyer, 'P-2')).toMatchObject({
      minimum: { quantity: 50 },
      leadWeeks: { from: 2, to: 3 },
    })
    expect((await one_(buyer, 'P-2')).offer).toBeUndefined()
    expect((await offer(manager, one, 'P-10', { ...terms, version: 2 })).status).toBe(200)
    expect(await one_(buyer, 'P-10')).toMatchObject({
      minimum: { quantity: 400 },
      leadWeeks: { from: 2, to: 3 },
    })
    expect((await one_(manager, 'P-10')).offer).toEqual({
      ...{ choice: null, onOrders: true, ...terms, version: 3 },
      ...{ minimumFromUpstream: true, leadFromUpstream: false, own: null },
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { order, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { act, create, detail, good } from '../support/purchase-orders.ts'

let portal: TestPortal
let buyer: Actor
let manager: Actor
let admin: Actor
let one: number
let two: number
const idOf: Record<string, number> = {}

const CATALOGUE = '/api/v1/catalogue'
const pricesOf = (itemNo: string, tenant = one) => `${CATALOGUE}/${tenant}/${idOf[itemNo]}/prices`
const PRICE = { id: null, amount: '58.00', unit: '1000', validFrom: '2025-06-01', validTo: null, version: 0 }
const PRODUCT = {
  ...{ id: null, itemNo: 'OURS-1', name: 'Ours', names: { 'fr-CA': 'Le nôtre', de: null, es: null } },
  ...{ category: 'Digestive', class: 'bulk_capsule', unit: 'UN', minimumQuantity: 500, version: 0 },
  ...{ leadWeeks: { from: 2, to: 3 }, active: true },
}
/** That of the test before. */
const otherPrice = async () => (await good(manager.get(pricesOf('LISTED')))).items[0].id
const itemOf = async (actor: Actor, itemNo: string): Promise<Json> =>
  (await good(actor.get(`${CATALOGUE}?limit=1000`))).items.find((item: Json) => item.itemNo === itemNo)

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  one = await aTenant(portal, { clientCodes: ['A'] })
  two = await aTenant(portal, { clientCodes: ['B'] })
  const send = sender(portal.url, await aKey(portal))
  const ingest = async (kind: string, rows: object[]) => {
    const answer = await send(kind, rows)
    if (answer.status !== 200 || answer.body.rejected > 0) throw new Error(answer.text)
  }
  buyer = await aMember(portal, one)
  manager = await aStaffMember(portal, 'account_manager', [one])
  admin = await anAdministrator(portal)
  await ingest('products', [
    { 'Item No': 'CAPS', Name: 'Capsules', Unit: 'UN' },
    { 'Item No': 'LISTED', Name: 'On the list', Unit: 'KG' },
    { 'Item No': 'THEIRS', Name: 'Theirs' },
  ])
  await ingest('orders', [order('O-1', { 'Client Code': 'A' }), order('O-2', { 'Client Code': 'B' })])
  await ingest('order-lines', [
    { Primary: 'O-1', 'Line No': 1, 'Item No': 'CAPS' },
    { Primary: 'O-1', 'Line No': 2, 'Item No': 'LISTED' },
    { Primary: 'O-2', 'Line No': 1, 'Item No': 'THEIRS' },
  ])
  await ingest('price-list', [
    {
      'Client Code': 'A',
      'Item No': 'LISTED',
      'Unit Price': '7',
      'Valid From': '2025-01-01',
      'Valid To': '2025-12-31',
    },
  ])
  const { items } = await good(admin.get('/api/v1/products?limit=1000'))
  for (const { itemNo, id } of items) idOf[itemNo] = id
})
afterAll(() => portal.close())

describe('a client’s prices', () => {
  it('are refused to strangers, clients, for another’s product as for none, and as what cannot be', async () => {
    const keep = (wish: object, at = pricesOf('CAPS'), actor = manager) =>
      actor.post(at, { ...PRICE, ...wish })
    expect((await createClient(portal.url).post(pricesOf('CAPS'), PRICE)).status).toBe(401)
    expect((await keep({}, pricesOf('CAPS'), buyer)).status).toBe(403)
    expect((await buyer.get(pricesOf('CAPS'))).status).toBe(403)
    expect((await manager.get(pricesOf('THEIRS', two))).status).toBe(404)
    expect((await keep({}, pricesOf('THEIRS', two))).status).toBe(404)
    expect((await keep({}, pricesOf('THEIRS'))).status).toBe(404)
    expect((await keep({ id: 900_001 })).status).toBe(404)
    for (const wrong of [
      { amount: '-1' },
      { amount: '1,5' },
      { validTo: '2025-05-31' },
      { validFrom: '0001-01-01' },
    ])
      expect((await keep(wrong)).body.code).toBe('validation')
    const unit = (await keep({ unit: 'KG' })).body
    expect([unit.code, unit.errors]).toEqual(['price_unit', [{ path: 'unit', message: 'UN' }]])
  })

  it('of upstream stay upstream’s: in its period nothing is entered, and nothing of it is changed', async () => {
    const at = pricesOf('LISTED')
    const { items } = await good(manager.get(at))
    expect(items).toMatchObject([{ amount: '7.00', own: false, inForce: true, validTo: '2025-12-31' }])
    const refused = async (wish: object) =>
      (await manager.post(at, { ...PRICE, unit: null, ...wish })).body.code
    expect(await refused({ validFrom: '2025-12-31' })).toBe('price_from_upstream')
    expect(await refused({ validFrom: '2024-01-01' })).toBe('price_from_upstream')
    expect(await refused({ id: items[0].id, version: 1 })).toBe('price_from_upstream')
    const remove = await manager.post(`${at}/${items[0].id}/remove`, { version: 1 })
    expect(remove.body.code).toBe('price_from_upstream')
    expect((await manager.post(at, { ...PRICE, unit: null, validFrom: '2026-01-01' })).status).toBe(200)
    expect((await itemOf(buyer, 'LISTED')).price).toMatchObject({ amount: '7.00' })
  })

  it('are entered, changed, ended and removed; each counts from then on, and the audit keeps what was', async () => {
    const at = pricesOf('CAPS')
    expect((await itemOf(buyer, 'CAPS')).price).toBeNull()
    const { id } = await good(manager.post(at, PRICE))
    expect((await itemOf(buyer, 'CAPS')).price).toEqual({
      ...{ amount: '58.00', currency: 'CAD', unit: '1000', per: 1000, validTo: null },
    })
    const lines = [{ itemNo: 'CAPS', quantity: 250_000 }]
    const ordered = await create(buyer, { lines })
    expect((await detail(buyer, ordered)).purchaseOrder.total).toBe('14500.00')
    expect((await manager.post(at, PRICE)).body.code).toBe('price_same_day')
    const wish = { ...PRICE, id, amount: '60.5' }
    expect((await manager.post(at, { ...wish, version: 7 })).status).toBe(412)
    expect(await good(manager.post(at, { ...wish, version: 1 }))).toEqual({ id, version: 2 })
    expect((await manager.post(at, { ...wish, version: 1 })).status).toBe(412)
    // What was submitted keeps its price; a draft takes today's.
    await act(buyer, ordered, { act: 'submit' })
    expect((await detail(buyer, ordered)).purchaseOrder.total).toBe('15125.00')
    const later = { ...PRICE, amount: '70', validFrom: '2025-09-01' }
    await good(manager.post(at, later))
    expect((await itemOf(buyer, 'CAPS')).price.amount).toBe('60.50')
    await good(manager.post(at, { ...wish, version: 2, validTo: '2025-08-30' }))
    expect((await itemOf(buyer, 'CAPS')).price).toBeNull()
    expect((await detail(buyer, ordered)).purchaseOrder.total).toBe('15125.00')
    const { items, currency, unit } = await good(manager.get(at))
    expect([currency, unit]).toEqual(['CAD', 'UN'])
    expect(items.map((price: Json) => [price.amount, price.validFrom, price.validTo, price.inForce])).toEqual(
      [
        ['70.00', '2025-09-01', null, false],
        ['60.50', '2025-06-01', '2025-08-30', false],
      ],
    )
    const remove = (version: number) => manager.post(`${at}/${items[0].id}/remove`, { version })
    expect((await remove(5)).status).toBe(412)
    expect((await remove(1)).body).toEqual({ removed: true })
    expect((await remove(1)).status).toBe(404)
    const trail = await peek(
      portal,
      `select action, old ->> 'price' as old, new ->> 'price' as new from portal.audit_log
        where object_type = 'price' and tenant_id = ${one} and object_id <> '${await otherPrice()}' order by seq`,
    )
    expect(trail.map((row) => [row.action, Number(row.old), Number(row.new)])).toEqual([
      ['price.kept', 0, 58],
      ['price.kept', 58, 60.5],
      ['price.kept', 0, 70],
      ['price.kept', 0, 0],
      ['price.removed', 70, 0],
    ])
  })

  it('of two at once for one day one is told so', async () => {
    const wish = { ...PRICE, validFrom: '2027-01-01' }
    const answers = await Promise.all([
      manager.post(pricesOf('CAPS'), wish),
      admin.post(pricesOf('CAPS'), wish),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('a product that no upstream system has', () => {
  const keep = (actor: Actor, wish: object = {}) =>
    actor.post(`${CATALOGUE}/products`, { ...PRODUCT, tenant: one, ...wish })

  it('is refused to clients, for another’s tenant, with a number that is taken, and of upstream', async () => {
    expect((await createClient(portal.url).post(`${CATALOGUE}/products`, PRODUCT)).status).toBe(401)
    expect((await keep(buyer)).status).toBe(403)
    expect((await keep(manager, { tenant: two })).status).toBe(404)
    expect((await keep(manager, { id: 900_001 })).status).toBe(404)
    expect((await keep(manager, { itemNo: ' ' })).body.code).toBe('validation')
    expect((await keep(manager, { itemNo: 'THEIRS' })).body.code).toBe('product_taken')
    expect((await keep(manager, { id: idOf.CAPS, version: 1 })).body.code).toBe('product_from_upstream')
  })

  it('is offered to its client with its terms, priced, ordered, and changed by version', async () => {
    const { id } = await good(keep(manager))
    idOf['OURS-1'] = id
    expect(await itemOf(buyer, 'OURS-1')).toMatchObject({
      ...{ name: 'Ours', class: 'bulk_capsule', unit: 'UN', leadWeeks: { from: 2, to: 3 }, price: null },
      ...{ names: { 'fr-CA': 'Le nôtre' }, minimum: { quantity: 500, unit: 'UN' } },
    })
    expect((await itemOf(manager, 'OURS-1')).offer.own).toEqual({ version: 1, minimumQuantity: 500 })
    expect((await itemOf(manager, 'CAPS')).offer.own).toBeNull()
    await good(manager.post(pricesOf('OURS-1'), PRICE))
    const lines = [{ itemNo: 'OURS-1', quantity: 1000 }]
    const ordered = await create(buyer, { lines })
    await act(buyer, ordered, { act: 'submit' })
    expect((await detail(buyer, ordered)).purchaseOrder.total).toBe('58.00')
    expect((await keep(manager, { id, version: 4 })).status).toBe(412)
    expect(await good(keep(manager, { id, version: 1, name: 'Ours, renamed', itemNo: 'OTHER' }))).toEqual({
      ...{ id, version: 2 },
    })
    expect(await itemOf(buyer, 'OURS-1')).toMatchObject({ name: 'Ours, renamed' })
    // Another client has it too: whoever looks after one of them alone leaves it.
    const offer = { choice: true, minimumQuantity: null, leadWeeks: null, version: 0 }
    await good(admin.send('PUT', `${CATALOGUE}/${two}/${id}`, offer))
    expect((await keep(manager, { id, version: 2 })).body.code).toBe('product_shared')
    await good(keep(admin, { id, version: 2, active: false }))
    expect(await itemOf(buyer, 'OURS-1')).toBeUndefined()
  })
})

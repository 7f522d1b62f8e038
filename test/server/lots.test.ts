import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { counts, order, type Sender, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let send: Sender
let bound: Sender
let member: Actor
let other: Actor
let staff: Actor
let admin: Actor
let one: number

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  one = await aTenant(portal, { clientCodes: ['A'] })
  const two = await aTenant(portal, { clientCodes: ['B'] })
  send = sender(portal.url, await aKey(portal))
  bound = sender(portal.url, await aKey(portal, { tenantId: one }))
  member = await aMember(portal, one, 'quality_manager')
  other = await aMember(portal, two)
  staff = await aStaffMember(portal, 'quality', [two])
  admin = await anAdministrator(portal)
})
afterAll(async () => {
  expect(await stagedRows(portal)).toBe(0)
  await portal.close()
})

async function ingest(address: string, rows: unknown) {
  const answer = await send(address, rows)
  if (answer.status !== 200) throw new Error(answer.text)
  return counts(answer.body)
}
const anOrder = (primary: string, code: string) =>
  ingest('orders', [order(primary, { 'Client Code': code, 'Ord No': primary })])
const aLine = (primary: string, itemNo: string | null, more: object = {}) =>
  ingest('order-lines', [{ Primary: primary, 'Line No': 1, 'Item No': itemNo, ...more }])
const product = (itemNo: string, more: object = {}) => ({
  'Item No': itemNo,
  Name: `Product ${itemNo}`,
  ...more,
})
const productsOf = async (actor: Actor, query = ''): Promise<string[]> => {
  const { status, body } = await actor.get(`/api/v1/products?limit=1000${query}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  expect(body.total).toBe(body.items.length)
  return body.items.map(({ itemNo }: Json) => itemNo)
}

describe('products from upstream', () => {
  it('are refused row by row with field and reason, and the good ones land', async () => {
    const { body } = await send('products', [
      {},
      product('p1', { Class: 'gummy' }),
      product('p2', { 'Minimum Quantity': 0 }),
      product('p3', { 'Lead Weeks From': 9, 'Lead Weeks To': 8 }),
      product('p4', { 'Lead Weeks From': 'soon' }),
      product('p5', { Active: 'perhaps' }),
      product('right', { Class: 'Bulk-Capsules', Active: false }),
    ])
    expect(counts(body)).toEqual({ received: 7, inserted: 1, rejected: 6 })
    expect(body.errors.map(({ row, field, code }: Json) => [row, field, code])).toEqual([
      [1, 'Item No', 'required'],
      [1, 'Name', 'required'],
      [2, 'Class', 'unknown_class'],
      [3, 'Minimum Quantity', 'out_of_range'],
      [4, 'Lead Weeks To', 'out_of_range'],
      [5, 'Lead Weeks From', 'bad_weeks'],
      [6, 'Active', 'bad_flag'],
    ])
  })

  it('are no client’s: a key that is bound to one sends and deletes none', async () => {
    for (const operation of [{}, { _op: 'delete' }]) {
      const { body } = await bound('products', [{ ...product('right'), ...operation }])
      expect([counts(body), body.errors[0].code]).toEqual([{ received: 1, rejected: 1 }, 'unknown_client'])
      expect(body.errors[0].message).toContain('bound to one client')
    }
  })

  it('change, stay, come late, go and replace as every kind does', async () => {
    const at = (day: number, more: object = {}) =>
      product('life', { 'Updated At': `2025-01-0${day}T00:00:00Z`, ...more })
    expect(await ingest('products', [at(2)])).toEqual({ received: 1, inserted: 1 })
    expect(await ingest('products', [at(2)])).toEqual({ received: 1, unchanged: 1 })
    expect(await ingest('products', [at(1, { Name: 'Old' })])).toEqual({ received: 1, stale: 1 })
    expect(await ingest('products', [at(3, { Name: 'New' })])).toEqual({ received: 1, updated: 1 })
    expect(await ingest('products', 'Item No,Updated At,_op\nlife,2025-01-04T00:00:00Z,delete\n')).toEqual({
      received: 1,
      deleted: 1,
    })
    expect(await ingest('products', [at(3)])).toEqual({ received: 1, stale: 1 })
    expect(await ingest('products?mode=replace&scope=all&confirm=true', [product('kept')])).toEqual({
      received: 1,
      inserted: 1,
      deleted: 1,
    })
    expect(await productsOf(admin)).toEqual(['kept'])
  })
})

describe('GET /products', () => {
  it('refuses strangers, roles without it and a hidden module', async () => {
    const stranger = createClient(portal.url)
    expect((await stranger.get('/api/v1/products')).status).toBe(401)
    expect((await member.get('/api/v1/products?class=gummy')).status).toBe(422)
    expect((await member.get('/api/v1/products/1')).body.code).toBe('not_found')
  })

  it('shows what stands on lines of the tenant’s orders, whichever came first, and nothing else', async () => {
    await ingest('products', [product('first', { Class: 'blend', 'Name FR': 'Mélange' }), product('nobody')])
    await anOrder('O-1', 'A')
    await aLine('O-1', 'first')
    await anOrder('O-2', 'A')
    await aLine('O-2', 'later')
    expect(await productsOf(member)).toEqual(['first'])
    await ingest('products', [product('later')])
    expect(await productsOf(member)).toEqual(['first', 'later'])
    expect([await productsOf(other), await productsOf(staff)]).toEqual([[], []])
    expect(await productsOf(admin)).toEqual(['first', 'kept', 'later', 'nobody'])

    const { items } = (await member.get('/api/v1/products?search=melange')).body
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      itemNo: 'first',
      names: { 'fr-CA': 'Mélange', de: null, es: null },
      minimum: { quantity: 100, unit: 'KG' },
      leadWeeks: { from: 6, to: 8 },
    })
    expect((await member.get(`/api/v1/products/${items[0].id}`)).body).toEqual(items[0])
    expect((await other.get(`/api/v1/products/${items[0].id}`)).status).toBe(404)
  })

  it('follows lines that change their item, go, and move with their order', async () => {
    await aLine('O-1', 'kept')
    expect(await productsOf(member)).toEqual(['kept', 'later'])
    await aLine('O-1', 'first')
    await anOrder('O-1', 'B')
    expect([await productsOf(member), await productsOf(other), await productsOf(staff)]).toEqual([
      ['later'],
      ['first'],
      ['first'],
    ])
    // To nobody, and back.
    await anOrder('O-1', 'unknown')
    expect(await productsOf(other)).toEqual([])
    await anOrder('O-1', 'A')
    expect(await productsOf(member)).toEqual(['first', 'later'])
    await anOrder('O-3', 'A')
    await aLine('O-3', 'first')
    await ingest('order-lines', [{ Primary: 'O-1', 'Line No': 1, _op: 'delete' }])
    expect(await productsOf(member)).toEqual(['first', 'later'])
    await ingest('orders', [{ Primary: 'O-3', _op: 'delete' }])
    expect(await productsOf(member)).toEqual(['later'])
  })

  it('goes page by page, by number', async () => {
    const numbers = Array.from({ length: 5 }, (_, index) => `page-${index * 5}`)
    await ingest(
      'products',
      numbers.map((itemNo) => product(itemNo, { Category: itemNo })),
    )
    await anOrder('O-4', 'A')
    await ingest(
      'order-lines',
      numbers.map((itemNo, index) => ({ Primary: 'O-4', 'Line No': index, 'Item No': itemNo })),
    )
    const seen: string[] = []
    let query = '/api/v1/products?limit=2&search=page-'
    for (let next: string | null = ''; next !== null; ) {
      const { body }: Json = await member.get(`${query}${next && `&cursor=${next}`}`)
      seen.push(...body.items.map(({ itemNo }: Json) => itemNo))
      next = body.nextCursor
    }
    expect(seen).toEqual(numbers)
    query = '/api/v1/products?category=page-10'
    const { total, categories } = (await member.get(query)).body
    expect([total, categories]).toEqual([1, numbers])
  })
})

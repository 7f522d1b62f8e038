import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberKey } from '../../src/platform/domain/number-key.ts'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { order, peek, type Sender, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { accept, act, call, create, detail, good, PATH } from '../support/purchase-orders.ts'

let portal: TestPortal
let send: Sender
let buyer: Actor
let finance: Actor
let staff: Actor
let one: number

const ingest = async (kind: string, rows: object[]) => {
  const answer = await send(kind, rows)
  if (answer.status !== 200 || answer.body.rejected > 0) throw new Error(answer.text)
}

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  one = await aTenant(portal, { clientCodes: ['A'] })
  send = sender(portal.url, await aKey(portal))
  buyer = await aMember(portal, one)
  finance = await aMember(portal, one, 'finance_manager')
  staff = await aStaffMember(portal, 'customer_service', [one])
  const items = [
    { 'Item No': 'FG-1001', Name: 'Capsules', Unit: 'UN', 'Minimum Quantity': 500 },
    { 'Item No': 'Twin', Name: 'Twin', Unit: 'KG' },
    { 'Item No': 'TWIN', Name: 'Other twin', Unit: 'KG' },
    { 'Item No': 'BOX-1', Name: 'Boxed', Unit: 'Box' },
    { 'Item No': 'LITRE', Name: 'By the litre', Unit: 'L' },
  ]
  await ingest('products', items)
  await ingest('orders', [order('O-1', { 'Client Code': 'A', 'PO No': 'Old  77' })])
  await ingest(
    'order-lines',
    items.map((item, at) => ({ Primary: 'O-1', 'Line No': at + 1, 'Item No': item['Item No'] })),
  )
})
afterAll(() => portal.close())

const check = (lines: object[], poNo: string | null = null) =>
  good(buyer.post(`${PATH}/check`, { poNo, requestedDate: null, lines }))

it('are compared alike here and in the database, case by case', async () => {
  const typed = [
    'FG-1001',
    ' fg-1001 ',
    'FG  1001',
    'FG\u00a01001\t',
    '\uff26\uff27\uff0d\uff11',
    '\u00c9-1',
    '  ',
    'a\u202fb',
  ]
  const rows = await peek(
    portal,
    'select portal.number_key(x) as key from unnest($1::text[]) with ordinality u (x, at) order by at',
    [typed],
  )
  expect(rows.map(({ key }) => key)).toEqual(typed.map(numberKey))
})

describe('an item code', () => {
  it.each(['fg-1001', ' FG-1001 ', 'Fg - 1001', 'FG-1001\u00a0'])('%j is FG-1001', async (itemNo) => {
    const { lines } = await check([{ itemNo, quantity: 500 }])
    expect(lines.map((line: Json) => [line.itemNo, line.fault])).toEqual([['FG-1001', null]])
    const id = await create(buyer, { lines: [{ itemNo, quantity: 500 }] })
    expect((await detail(buyer, id)).lines[0].itemNo).toBe('FG-1001')
    expect((await act(buyer, id, { act: 'submit' })).state).toBe('submitted')
    const { items } = await good(buyer.get(`/api/v1/catalogue?search=${encodeURIComponent(itemNo)}`))
    expect(items.map((item: Json) => item.itemNo)).toEqual(['FG-1001'])
  })

  it('of two that differ in letter case alone is the one that is written', async () => {
    const { lines } = await check(['Twin', 'TWIN'].map((itemNo) => ({ itemNo, quantity: 1 })))
    expect(lines.map(({ name }: Json) => name)).toEqual(['Twin', 'Other twin'])
  })

  it('is not given to a second product that is written otherwise', async () => {
    const made = await (await anAdministrator(portal)).post('/api/v1/catalogue/products', {
      ...{ tenant: one, id: null, itemNo: 'fg 1001', name: 'Again', category: null, class: null, unit: null },
      ...{ names: { 'fr-CA': null, de: null, es: null }, minimumQuantity: null, leadWeeks: null },
      ...{ active: true, version: 0 },
    })
    // Without its dash it is another one; with it, it is taken.
    expect(made.status).toBe(200)
    const taken = await (await anAdministrator(portal)).post('/api/v1/catalogue/products', {
      ...{
        tenant: one,
        id: null,
        itemNo: ' fg-1001',
        name: 'Again',
        category: null,
        class: null,
        unit: null,
      },
      ...{ names: { 'fr-CA': null, de: null, es: null }, minimumQuantity: null, leadWeeks: null },
      ...{ active: true, version: 0 },
    })
    expect(taken.status).toBe(409)
  })
})

describe('a PO number', () => {
  it.each(['old 77', 'OLD77', ' Old\u00a077 '])('%j is the duplicate of Old  77', async (poNo) => {
    const { duplicates } = await check([], poNo)
    expect(duplicates).toEqual([{ id: null, number: null, ordNo: expect.anything() }])
  })

  it('finds its order and is found, however it is written', async () => {
    const id = await create(buyer, { poNo: 'PO  88', lines: [{ itemNo: 'Twin', quantity: 1 }] })
    await act(buyer, id, { act: 'submit' })
    expect((await check([], 'po88')).duplicates).toHaveLength(1)
    await accept(portal, staff, id)
    await ingest('orders', [
      order('U-88', { 'Client Code': 'A', 'Ord No': 'U-88', 'PO No': 'po 88', 'Ord Stat': 'Blend' }),
    ])
    await expect
      .poll(async () => (await detail(buyer, id)).order, { timeout: 20_000 })
      .toMatchObject({ state: 'linked', ordNo: 'U-88' })
    for (const typed of ['PO88', ' p o 88', 'po  88']) {
      const search = encodeURIComponent(typed)
      const orders = (await good(buyer.get(`/api/v1/orders?search=${search}`))).items
      expect([typed, orders.map(({ ordNo }: Json) => ordNo)]).toEqual([typed, ['U-88']])
      const found = (await good(buyer.get(`${PATH}?search=${search}`))).items
      expect([typed, found.map((po: Json) => po.id)]).toEqual([typed, [id]])
      const { groups } = await good(buyer.get(`/api/v1/search?q=${search}`))
      expect([typed, groups.map(({ group }: Json) => group)]).toEqual([
        typed,
        expect.arrayContaining(['orders', 'purchaseOrders']),
      ])
    }
  })

  it('finds the invoice that names it', async () => {
    await ingest('invoices', [
      {
        ...{ 'Invoice No': 'I-99', 'Client Code': 'A', 'PO No': 'PO  99', Currency: 'CAD' },
        ...{ 'Invoice Date': '2025-08-01', 'Due Date': '2025-08-31', Subtotal: '10.00', Total: '10.00' },
      },
    ])
    const { groups } = await good(finance.get(`/api/v1/search?q=po99`))
    expect(
      groups.find(({ group }: Json) => group === 'invoices')?.hits.map(({ title }: Json) => title),
    ).toEqual(['I-99'])
  })
})

describe('a quantity', () => {
  const why = async (lines: object[]) => {
    const id = await create(buyer, { lines })
    const { status, body } = await call(buyer, id, { act: 'submit' })
    return [status, body.code ?? body.state, body.errors]
  }

  it.each([
    ['FG-1001', 500.5, 'UN'],
    ['BOX-1', 2.5, 'Box'],
  ])('of %s is whole', async (itemNo, quantity, unit) => {
    const { lines } = await check([{ itemNo, quantity }])
    expect(lines[0].fault).toBe('part_of_unit')
    expect(await why([{ itemNo, quantity }])).toEqual([
      ...[422, 'part_of_unit'],
      [{ path: 'lines.0.quantity', message: `Must be a whole number of ${unit}.` }],
    ])
  })

  it('of what is weighed or measured has three decimals', async () => {
    expect((await why([{ itemNo: 'LITRE', quantity: 2.125 }]))[1]).toBe('submitted')
    expect((await why([{ itemNo: 'Twin', quantity: 0.001 }]))[1]).toBe('submitted')
  })

  it('is whole in a counter-proposal and in a change, too', async () => {
    const id = await create(buyer, { lines: [{ itemNo: 'BOX-1', quantity: 2 }] })
    await act(buyer, id, { act: 'submit' })
    const { status, body } = await call(staff, id, {
      act: 'counter',
      quantities: [{ lineNo: 1, quantity: 2.5 }],
    })
    expect([status, body.code, body.errors]).toEqual([
      ...[422, 'part_of_unit'],
      [{ path: 'quantities.1', message: 'Must be a whole number of Box.' }],
    ])
  })

  it('meets the minimum of its item with all lines of it together', async () => {
    const two = (more: number) => [
      { itemNo: 'FG-1001', quantity: 300 },
      { itemNo: 'LITRE', quantity: 1 },
      { itemNo: 'fg-1001', quantity: more },
    ]
    const message = 'Must be at least 500 UN.'
    expect(await why(two(199))).toEqual([
      ...[422, 'below_minimum'],
      ['lines.0.quantity', 'lines.2.quantity'].map((path) => ({ path, message })),
    ])
    expect((await why(two(200)))[1]).toBe('submitted')
    const { lines } = await check(two(300))
    expect(lines.map(({ fault }: Json) => fault)).toEqual([null, null, null])
  })
})

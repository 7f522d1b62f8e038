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
let two: number

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  one = await aTenant(portal, { clientCodes: ['A'] })
  two = await aTenant(portal, { clientCodes: ['B'] })
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
      removed: 1,
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

    const { items } = (await member.get('/api/v1/products?search=MELANGE')).body
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

const lot = (lotNo: string, more: object = {}) => ({
  'Lot No': lotNo,
  'Item No': 'item',
  State: 'released',
  Manufactured: '2025-03-01',
  Expiry: '2099-03-31',
  ...more,
})
const result = (lotNo: string, test: string, found: unknown, more: object = {}) => ({
  'Lot No': lotNo,
  Test: test,
  Result: found,
  ...more,
})
const lotsOf = async (actor: Actor, query = ''): Promise<string[]> => {
  const { status, body } = await actor.get(`/api/v1/lots?limit=1000${query}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  expect(body.total).toBe(body.items.length)
  return body.items.map(({ lotNo }: Json) => lotNo)
}
const theLot = async (actor: Actor, lotNo: string): Promise<Json> => {
  const { status, body } = await actor.get(`/api/v1/lots/${lotNo}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

describe('lots and results from upstream', () => {
  it('are refused row by row with field and reason', async () => {
    const faults = async (kind: string, rows: unknown[]) =>
      (await send(kind, rows)).body.errors.map(({ row, field, code }: Json) => [row, field, code])
    expect(
      await faults('lots', [
        {},
        lot('f1', { State: 'lost' }),
        lot('f2', { Expiry: '2025-02-28' }),
        lot('f3', { Quantity: 'many' }),
      ]),
    ).toEqual([
      [1, 'Lot No', 'required'],
      [1, 'Item No', 'required'],
      [1, 'State', 'required'],
      [2, 'State', 'unknown_state'],
      [3, 'Expiry', 'out_of_range'],
      [4, 'Quantity', 'not_a_number'],
    ])
    expect(
      await faults('lot-results', [
        {},
        result('f1', 'A', '1', { Min: 3, Max: 2 }),
        result('f1', 'B', '1', { Verdict: 'maybe' }),
        result('f1', 'C', '1', { 'Tested On': '2025-02-01', Replaces: '2025-02-02' }),
        result('f1', 'C', '1', { Replaces: '2025-02-02' }),
        result('f1', 'C', '1', { 'Tested On': '2025-02-01', Replaces: '2025-02-01#1', Sample: 1 }),
        result('f1', 'D', '1', { 'Result Value': '0.1234567891' }),
      ]),
    ).toEqual([
      [1, 'Lot No', 'required'],
      [1, 'Test', 'required'],
      [1, 'Result', 'required'],
      [2, 'Max', 'out_of_range'],
      [3, 'Verdict', 'unknown_verdict'],
      [4, 'Replaces', 'out_of_range'],
      [5, 'Replaces', 'out_of_range'],
      [6, 'Replaces', 'out_of_range'],
      [7, 'Result Value', 'too_many_decimals'],
    ])
    for (const rows of [await bound('lots', [lot('f4')]), await bound('lot-results', [result('f4', 'A', 1)])])
      expect(rows.body.errors[0].code).toBe('unknown_client')
  })
})

describe('a lot', () => {
  it('is refused to strangers, to roles without it, and where QA/QC/RA is hidden', async () => {
    expect((await createClient(portal.url).get('/api/v1/lots/x')).status).toBe(401)
    const analyst = await aMember(portal, one, 'sales_analyst')
    for (const path of ['lots', 'lots/x', 'lots/x/trends', 'lot-results/export?lotNo=x'])
      expect((await analyst.get(`/api/v1/${path}`)).body.code).toBe('permission_denied')
    expect((await member.get('/api/v1/lots?state=lost')).status).toBe(422)
    expect((await member.get('/api/v1/lots/id:9007199254740993')).status).toBe(404)
  })

  it('opens with a line of the tenant’s orders, whichever came first, and closes with the last', async () => {
    await ingest('lots', [lot('L-first'), lot('L-nobody')])
    await anOrder('LO-1', 'A')
    await aLine('LO-1', 'item', { Lot: 'L-first' })
    await anOrder('LO-2', 'A')
    await aLine('LO-2', 'item', { Lot: 'L-later' })
    expect(await lotsOf(member)).toEqual(['L-first'])
    await ingest('lots', [lot('L-later')])
    expect((await lotsOf(member)).sort()).toEqual(['L-first', 'L-later'])
    expect((await lotsOf(admin)).sort()).toEqual(['L-first', 'L-later', 'L-nobody'])
    await aLine('LO-2', 'item', { Lot: 'L-nobody' })
    expect((await lotsOf(member)).sort()).toEqual(['L-first', 'L-nobody'])
    await anOrder('LO-1', 'B')
    expect([await lotsOf(member), await lotsOf(other), await lotsOf(staff)]).toEqual([
      ['L-nobody'],
      ['L-first'],
      ['L-first'],
    ])
    await ingest('orders', [{ Primary: 'LO-2', _op: 'delete' }])
    await ingest('lots', [{ 'Lot No': 'L-first', _op: 'delete' }])
    expect([await lotsOf(member), await lotsOf(other)]).toEqual([[], []])
    expect((await other.get('/api/v1/lots/L-first')).status).toBe(404)
  })

  it('of two clients shows each its own lines, and nothing of what the other bought', async () => {
    await ingest('products', [product('shared', { Name: 'Daily Balance', 'Name FR': 'Équilibre' })])
    await ingest('lots', [lot('L-shared', { 'Item No': 'shared', Quantity: 5000, Unit: 'UN' })])
    await anOrder('SH-A', 'A')
    await anOrder('SH-B', 'B')
    const line = (primary: string, quantity: number, name: string) =>
      aLine(primary, 'shared', {
        'Qty Ordered': quantity,
        'Qty Shipped': quantity - 1,
        Unit: 'UN',
        Lot: 'L-shared',
        'Item Name': name,
      })
    await line('SH-A', 100, 'Name for A')
    await line('SH-B', 900, 'Name for B')
    const mine = await theLot(member, 'L-shared')
    expect(mine.lot).toMatchObject({
      productName: 'Daily Balance',
      names: { 'fr-CA': 'Équilibre' },
      state: 'released',
      made: null,
    })
    expect(mine.lines).toEqual([
      expect.objectContaining({ ordNo: 'SH-A', itemName: 'Name for A', ordered: 100, shipped: 99 }),
    ])
    expect([mine.lineTotals, mine.lineCount]).toEqual([[{ unit: 'UN', ordered: 100, shipped: 99 }], 1])
    const theirs = await theLot(other, 'L-shared')
    for (const [body, foreign] of [
      [mine, /SH-B|900|899|5000|for B/],
      [theirs, /SH-A|"ordered":100|5000|for A/],
    ] as const)
      expect(JSON.stringify(body)).not.toMatch(foreign)
    const all = await theLot(admin, 'L-shared')
    expect([all.lines.length, all.lot.made]).toEqual([2, { quantity: 5000, unit: 'UN' }])
    expect(all.lines[0].tenantName).toBeDefined()
    expect((await theLot(staff, 'L-shared')).lines).toHaveLength(1)
    // Found by its number, its item and the names of its product.
    for (const word of ['l-SHAR', 'shared', 'daily', 'equilibre'])
      expect(await lotsOf(member, `&search=${word}`), word).toEqual(['L-shared'])
    expect(await lotsOf(member, '&search=name%20for')).toEqual([])
  })

  it('holds its results against their specification', async () => {
    await ingest('lot-results', [
      result('L-shared', 'Moisture', '3.9 %', {
        Max: '4.0',
        Specification: '≤ 4.0 %',
        'Tested On': '2025-03-09',
      }),
      result('L-shared', 'Viable count', '34 200 000 000', { Min: '30000000000', Unit: 'CFU' }),
      result('L-shared', 'Water activity', 0.25, { Max: 0.2, Verdict: 'pass' }),
      result('L-shared', 'Yeast', '< 10', { Max: 100, Verdict: 'Conforms' }),
      result('L-shared', 'Odour', 'none'),
    ])
    const { lot: seen, results } = await theLot(member, 'L-shared')
    expect([seen.tests, seen.outOfSpecification, seen.open]).toEqual([5, 0, 2])
    expect(
      results.map(({ test, value, verdict, because, near }: Json) => [test, value, verdict, because, near]),
    ).toEqual([
      ['Moisture', '3.9', 'pass', 'within_limits', true],
      ['Odour', null, 'unjudged', 'no_limit', false],
      ['Viable count', '34200000000', 'pass', 'within_limits', false],
      ['Water activity', '0.25', 'unjudged', 'laboratory_differs', false],
      ['Yeast', '10', 'pass', 'within_limits', false],
    ])
    const file = await member.get('/api/v1/lot-results/export?lotNo=L-shared')
    const lines = String(file.body).trim().split(/\r?\n/)
    expect(lines).toHaveLength(6)
    expect(lines[1]).toMatch(/L-shared.*Moisture.*3\.9.*Near limit/)
    expect((await other.get('/api/v1/lot-results/export?lotNo=L-nobody')).status).toBe(404)
  })

  it('shows each test over the lots of its product that the tenant has, up to it', async () => {
    const days = ['2025-01-05', '2025-02-05', '2025-04-05']
    await ingest('lots', [
      ...days.map((day) => lot(`L-${day}`, { 'Item No': 'shared', Manufactured: day })),
      lot('L-others', { 'Item No': 'shared', Manufactured: '2025-02-01' }),
    ])
    await anOrder('TR', 'A')
    await ingest(
      'order-lines',
      days.map((day, index) => ({ Primary: 'TR', 'Line No': index, 'Item No': 'shared', Lot: `L-${day}` })),
    )
    await ingest('lot-results', [
      ...days.map((day, index) => result(`L-${day}`, 'Moisture', `${3 + index} %`, { Max: '4.0' })),
      result('L-others', 'Moisture', '1 %'),
      result('L-2025-04-05', 'Lead', '0.2 ppm', { Max: 'as agreed' }),
    ])
    const { tests } = (await member.get('/api/v1/lots/L-shared/trends')).body
    expect(tests[0]).toMatchObject({ test: 'Moisture', max: '4', min: null })
    expect(tests[0].points.map(({ lotNo, value }: Json) => [lotNo, value])).toEqual([
      ['L-2025-01-05', '3'],
      ['L-2025-02-05', '4'],
      ['L-shared', '3.9'],
    ])
    // A limit in words has no place on a chart.
    const named = (await member.get('/api/v1/lots/L-2025-04-05/trends')).body.tests
    expect(named.find(({ test }: Json) => test === 'Lead')).toMatchObject({ min: null, max: null })
    expect(await lotsOf(member, '&search=shared')).toEqual([
      'L-2025-04-05',
      'L-shared',
      'L-2025-02-05',
      'L-2025-01-05',
    ])
    const page = (await member.get('/api/v1/lots?limit=1&search=shared')).body
    const next = (await member.get(`/api/v1/lots?limit=1&search=shared&cursor=${page.nextCursor}`)).body
    expect([page.items[0].lotNo, next.items[0].lotNo, next.total]).toEqual(['L-2025-04-05', 'L-shared', null])
  })

  it('is listed of one client alone for whoever sees several, and of no other one', async () => {
    expect(await lotsOf(member, `&tenant=${two}`)).toEqual([])
    expect(await lotsOf(staff, `&tenant=${one}`)).toEqual([])
    expect(await lotsOf(admin, '&search=shared&tenant=2000000000')).toEqual([])
    expect((await admin.get('/api/v1/lots?limit=1&tenant=nobody')).status).toBe(422)
    expect(await lotsOf(admin, `&search=shared&tenant=${two}`)).toEqual(['L-shared'])
    expect(await lotsOf(staff, `&tenant=${two}`)).toEqual(await lotsOf(staff))
    expect(await lotsOf(admin, `&tenant=${one}`)).toEqual(await lotsOf(member))
  })

  it('expires by itself the day after its expiry; on hold it stays on hold', async () => {
    await ingest('lots', [
      lot('L-2025-01-05', { 'Item No': 'shared', Expiry: '2025-03-02' }),
      lot('L-2025-02-05', { 'Item No': 'shared', Expiry: '2025-03-02', State: 'On Hold' }),
    ])
    expect(await lotsOf(member, '&state=expired')).toEqual(['L-2025-01-05'])
    expect(await lotsOf(member, '&state=on_hold')).toEqual(['L-2025-02-05'])
  })

  it('is offered by id where two systems upstream use its number', async () => {
    const elsewhere = sender(portal.url, await aKey(portal, { source: 'second' }))
    await elsewhere('orders', [order('TWO', { 'Client Name': 'x', 'Client Code': 'A' })])
    expect((await elsewhere('lots', [lot('L-shared')])).status).toBe(200)
    const twice = await admin.get('/api/v1/lots/L-shared')
    expect([twice.status, twice.body.code, twice.body.ids.length]).toEqual([409, 'ambiguous', 2])
    expect((await theLot(admin, `id:${twice.body.ids[0]}`)).lot.lotNo).toBe('L-shared')
    // What the tenant has no line of does not make its own ambiguous.
    expect((await theLot(member, 'L-shared')).lot.itemNo).toBe('shared')
  })
})

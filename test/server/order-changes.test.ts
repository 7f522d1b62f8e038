import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOrderChanges } from '../../src/features/orders/server/published.ts'
import { type Database, openDatabase } from '../../src/platform/server/database/open-database.ts'
import { type Actor, aMember, anAdministrator, aStaffMember } from '../support/actors.ts'
import { order } from '../support/ingest.ts'
import { aHistory, type Told } from '../support/order-history.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let database: Database
beforeAll(async () => {
  portal = await startTestPortal()
  database = openDatabase(portal.location.login('portal_app'))
})
afterAll(async () => {
  await database?.close()
  await portal?.close()
})

const at = (day: number) => `2025-08-${String(day).padStart(2, '0')}T10:00:00.000Z`

/** The newest changes as somebody who is signed in sees them. */
function newest(who: Actor, limit = 50) {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const token = portal.signIn.cookies.readSession(cookie) as string
  return database.withTenant(token, (tx, actor) => listOrderChanges(tx, actor, { limit }))
}

describe('what is recorded of an order', () => {
  it('is what its versions changed, with their times, and nothing else', async () => {
    const { version, recorded } = await aHistory(portal)
    await version({ 'Ord Stat': 'Not Started', 'Promised Date': '2025-09-01', 'Updated At': at(1) })
    await version({
      'Ord Stat': 'Blend',
      'BL t': 'In progress',
      'Promised Date': '2025-09-01',
      'Updated At': at(2),
    })
    await version({
      'Ord Stat': 'Blend',
      'BL t': 'In progress',
      'Promised Date': '2025-09-10',
      'Updated At': at(3),
    })
    await version({
      'Ord Stat': 'CTS',
      'BL t': 'Done',
      PBL: '✓',
      'Promised Date': '2025-09-10',
      'Updated At': at(4),
    })
    expect((await recorded()).map(({ told, at }) => [...told, at])).toEqual([
      ['created', null, 'Not Started', at(1)],
      ['status', 'Not Started', 'Blend', at(2)],
      ['blT', null, 'In progress', at(2)],
      ['promisedDate', '2025-09-01', '2025-09-10', at(3)],
      ['status', 'Blend', 'CTS', at(4)],
      ['blT', 'In progress', 'Done', at(4)],
      ['pbl', null, '✓', at(4)],
    ])
  })

  const CASES: [what: string, first: object, then: object, told: Told[]][] = [
    ['the same again', { 'Ord Stat': 'Blend' }, { 'Ord Stat': 'Blend' }, []],
    ['another spelling of a status', { 'Ord Stat': 'Blend' }, { 'Ord Stat': ' BLEND ' }, []],
    ['a status that goes', { 'Ord Stat': 'Blend' }, { 'Ord Stat': '' }, [['status', 'Blend', null]]],
    ['an empty stage', { 'CTS t': '' }, { 'CTS t': null }, []],
    ['a stage', { 'CTS t': '-' }, { 'CTS t': 'Done' }, [['ctsT', '-', 'Done']]],
    [
      'the last stage',
      { 'BB t': 'x', PBB: '' },
      { 'BB t': 'y', PBB: '✓' },
      [
        ['bbT', 'x', 'y'],
        ['pbb', null, '✓'],
      ],
    ],
    ['a check mark', {}, { PCTS: '✓' }, [['pcts', null, '✓']]],
    [
      'a date that is promised',
      {},
      { 'Promised Date': '2025-09-01' },
      [['promisedDate', null, '2025-09-01']],
    ],
    [
      'a date that is taken back',
      { 'Promised Date': '2025-09-01' },
      {},
      [['promisedDate', '2025-09-01', null]],
    ],
    [
      'other dates',
      { 'Order Date': '2025-01-01', 'Requested Date': '2025-02-01' },
      { 'Order Date': '2025-01-02', 'Requested Date': '2025-02-02' },
      [
        ['requestedDate', '2025-02-01', '2025-02-02'],
        ['orderDate', '2025-01-01', '2025-01-02'],
      ],
    ],
    [
      'another spelling of an amount',
      { 'Montant Total': '1,234.50 $' },
      { 'Montant Total': '1 234,50 $' },
      [],
    ],
    [
      'an amount',
      { 'Montant Total': '10' },
      { 'Montant Total': '12.5' },
      [['amount', '10.00 CAD', '12.50 CAD']],
    ],
    [
      'an amount that was not known',
      { 'Montant Total': 'TBD' },
      { 'Montant Total': '5' },
      [['amount', 'TBD', '5.00 CAD']],
    ],
    ['a zero', { 'Montant Total': '' }, { 'Montant Total': '0' }, [['amount', null, '0.00 CAD']]],
    [
      'a currency',
      { 'Montant Total': '5 CAD' },
      { 'Montant Total': 'US$5' },
      [['amount', '5.00 CAD', '5.00 USD']],
    ],
    [
      'who and where it is for',
      { 'PO No': 'P1', Ref: 'a', 'Ship To': 'a', 'Client Name': 'a' },
      { 'PO No': 'P2', Ref: 'b', 'Ship To': 'b', 'Client Name': 'b' },
      [],
    ],
  ]
  it.each(CASES)('%s', async (_what, first, then, told) => {
    const { version, recorded } = await aHistory(portal)
    await version({ 'Montant Total': 7, ...first })
    await version({ 'Montant Total': 7, ...then })
    const [created, ...changes] = await recorded()
    expect(created?.told[0]).toBe('created')
    expect(changes.map((change) => change.told)).toEqual(told)
  })

  it('has the time of a version only where the version had one', async () => {
    const { version, recorded } = await aHistory(portal)
    await version({ 'Ord Stat': 'A', 'Updated At': at(1) })
    await version({ 'Ord Stat': 'B' })
    await version({ 'Ord Stat': 'C', 'Updated At': at(0 + 3) })
    await version({ 'Ord Stat': 'D', 'Updated At': at(2) }) // older than stored: nothing
    expect((await recorded()).map(({ told, at }) => [told[2], at])).toEqual([
      ['A', at(1)],
      ['B', null],
      ['C', at(3)],
    ])
  })

  it('is told of quantities of lines, once the order is there', async () => {
    const { version, push, recorded } = await aHistory(portal)
    const line = (quantity: number, shipped: number | null) =>
      push('order-lines', [{ Primary: 1, 'Line No': 2, 'Qty Ordered': quantity, 'Qty Shipped': shipped }])
    await line(5, null)
    await line(6, null)
    await version({ 'Ord Stat': 'Blend' })
    await line(6.5, null)
    await line(6.5, 2)
    await push('order-lines', [{ Primary: 1, 'Line No': 2, _op: 'delete' }])
    expect((await recorded()).map(({ line, told }) => [line, ...told])).toEqual([
      [null, 'created', null, 'Blend'],
      ['2', 'qtyOrdered', '6', '6.5'],
      ['2', 'qtyShipped', null, '2'],
    ])
  })

  const states = fc.record({
    'Ord Stat': fc.constantFrom('Blend', 'CTS', 'Completed', ''),
    'BL t': fc.constantFrom('', 'Done', 'Pending'),
    PBB: fc.constantFrom('', '✓'),
    'Promised Date': fc.constantFrom('', '2025-09-01', '2025-10-01'),
    'Montant Total': fc.constantFrom('', 'TBD', '10', '20'),
  })
  const FIELDS = {
    'Ord Stat': 'status',
    'BL t': 'blT',
    PBB: 'pbb',
    'Promised Date': 'promisedDate',
    'Montant Total': 'amount',
  }
  const reads = (column: string, text: string) =>
    text === '' ? null : column === 'Montant Total' && /\d/.test(text) ? `${text}.00 CAD` : text

  it('is exactly the differences of any sequence of versions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(states, { minLength: 1, maxLength: 6 }), async (versions) => {
        const { version, recorded, leftBehind } = await aHistory(portal, ['A'])
        const expected: unknown[] = []
        let before: Record<string, string> | undefined
        for (const [day, fields] of versions.entries()) {
          await version({ ...fields, 'Updated At': at(day + 1) })
          if (before === undefined)
            expected.push(['created', null, reads('Ord Stat', fields['Ord Stat']), at(day + 1)])
          else
            for (const [column, field] of Object.entries(FIELDS)) {
              const [old, now] = [
                reads(column, before[column] as string),
                reads(column, (fields as Record<string, string>)[column] as string),
              ]
              if (old !== now) expected.push([field, old, now, at(day + 1)])
            }
          before = fields
        }
        expect((await recorded()).map(({ told, at }) => [...told, at])).toEqual(expected)
        expect(await leftBehind()).toEqual([])
      }),
      { numRuns: 15 },
    )
  })
})

describe('history is where its order is', () => {
  const move = (code: string | null, stat = 'Blend') => [order(1, { 'Client Code': code, 'Ord Stat': stat })]

  it.each([
    ['between tenants', ['A', 'B']],
    ['to nobody', ['A', null]],
    ['from nobody', [null, 'A']],
    ['and back by way of nobody', ['A', null, 'B', 'A']],
  ])('goes along %s', async (_way, ways) => {
    const { tenants, push, recorded, leftBehind } = await aHistory(portal)
    for (const [index, code] of ways.entries()) await push('orders', move(code, `S${index}`))
    await push('order-lines', [{ Primary: 1, 'Line No': 1, 'Qty Ordered': 1 }])
    await push('order-lines', [{ Primary: 1, 'Line No': 1, 'Qty Ordered': 2 }])
    const last = ways.at(-1) ?? null
    const told = await recorded()
    expect(new Set(told.map(({ tenant }) => tenant))).toEqual(new Set([last === null ? 0 : tenants[last]]))
    expect(told.map((change) => change.told)).toEqual([
      ['created', null, 'S0'],
      ...ways.slice(1).map((_, index) => ['status', `S${index}`, `S${index + 1}`]),
      ['qtyOrdered', '1', '2'],
    ])
    expect(await leftBehind()).toEqual([])
  })

  it('goes from the view of whoever had it, and names nobody', async () => {
    const { tenants, push } = await aHistory(portal)
    const [a, b] = [await aMember(portal, tenants.A as number), await aMember(portal, tenants.B as number)]
    await push('orders', [
      order(1, { 'Client Code': 'A', 'Client Name': 'Secret A', 'Ship To': 'Secret A', 'Ord Stat': 'Blend' }),
    ])
    expect(await newest(a)).toHaveLength(1)
    expect(await newest(b)).toEqual([])
    await push('orders', [order(1, { 'Client Code': 'B', 'Client Name': 'B', 'Ord Stat': 'CTS' })])
    expect(await newest(a)).toEqual([])
    const seen = await newest(b)
    expect(seen.map(({ field }) => field)).toEqual(['status', 'created'])
    expect(JSON.stringify(seen)).not.toContain('Secret')
  })

  it('ends with it, and is not there for whoever uses the number next', async () => {
    const { tenants, push, recorded, leftBehind, boundTo } = await aHistory(portal)
    await push('orders', move('A', 'Blend'))
    await push('orders', move('A', 'CTS'))
    await push('orders', [{ Primary: 1, _op: 'delete' }])
    expect(await recorded()).toEqual([])
    expect(await leftBehind()).toEqual([])
    const bound = await boundTo('B')
    expect((await bound('orders', move('B', 'Completed'))).body.inserted).toBe(1)
    expect((await recorded()).map(({ tenant, told }) => [tenant, told])).toEqual([
      [tenants.B, ['created', null, 'Completed']],
    ])
    await push('orders', move(null, 'Completed'))
    await push('orders', [{ Primary: 1, _op: 'delete' }])
    await bound('orders', move('B', 'Again'))
    expect((await recorded()).map(({ told }) => told)).toEqual([['created', null, 'Again']])
    expect(await leftBehind()).toEqual([])
  })

  it('ends with what a replacement takes away', async () => {
    const { send, push, recorded, leftBehind } = await aHistory(portal)
    await push(
      'orders',
      [1, 2, 3].map((n) => order(n, { 'Client Code': n === 3 ? null : 'A' })),
    )
    await send('orders?mode=replace&scope=all&confirm=true', [order(2, { 'Client Code': 'A' })])
    expect((await recorded()).map(({ key, told }) => [key, told[0]])).toEqual([['primary:2', 'created']])
    expect(await leftBehind()).toEqual([])
  })
})

describe('the newest changes of all orders', () => {
  it('are those that the asker may see, newest first, as many as were asked for', async () => {
    const { tenants, push } = await aHistory(portal)
    const { A, B } = tenants as { A: number; B: number }
    const rows = (stat: string, day: number) =>
      [
        ['A', 1],
        ['B', 2],
        [null, 3],
      ].map(([code, n]) =>
        order(n as number, {
          'Ord No': n,
          'Client Code': code,
          'Ord Stat': stat,
          'Updated At': at(day + (n as number)),
        }),
      )
    await push('orders', rows('Blend', 1))
    await push('orders', rows('CTS', 11))
    const told = async (who: Actor, limit?: number) =>
      (await newest(who, limit)).map(({ ordNo, field, at }) => [ordNo, field, at.slice(8, 10)])
    expect(await told(await aMember(portal, A))).toEqual([
      ['1', 'status', '12'],
      ['1', 'created', '02'],
    ])
    expect(await told(await aStaffMember(portal, 'quality', [A, B]), 3)).toEqual([
      ['2', 'status', '13'],
      ['1', 'status', '12'],
      ['2', 'created', '03'],
    ])
    expect(await told(await aStaffMember(portal, 'quality', []))).toEqual([])
    const all = await newest(await anAdministrator(portal), 1000)
    const mine = all.filter(({ tenantName, at }) => at.startsWith('2025-08-14') && tenantName === undefined)
    expect(mine.map(({ ordNo, old, new: now }) => [ordNo, old, now])).toContainEqual(['3', 'Blend', 'CTS'])
    expect([...all].sort((x, y) => (x.at < y.at ? 1 : x.at > y.at ? -1 : y.id - x.id))).toEqual(all)
  })
})

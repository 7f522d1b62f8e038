import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Actor,
  aKey,
  aMember,
  anAdministrator,
  aPerson,
  aStaffMember,
  aTenant,
} from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { calendarOf, expectedOrders, expectedSales } from '../support/dashboard-oracle.ts'
import { order, peek, sender } from '../support/ingest.ts'
import { type TestOrder, touchFeed, writeOrders } from '../support/orders.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { aRandomLine } from '../support/sales-arbitraries.ts'
import { aLine, type TestLine, writeLines } from '../support/sales-lines.ts'
import { SEED } from '../support/seed.ts'

const DAY = '2025-08-31'
let portal: TestPortal
beforeAll(async () => {
  console.log(`dashboard: TEST_SEED=${SEED}`)
  portal = await startTestPortal({ REPORTING_AS_OF: DAY })
})
afterAll(() => portal?.close())

const ask = (who: Actor, query = '') => who.get(`/api/v1/dashboard${query}`)
const hide = (tenantId: number, module: string) =>
  portal.owner((tx) =>
    sql`insert into portal.tenant_module_visibility values (${tenantId}, ${module}, false)
      on conflict (tenant_id, module_id) do update set is_visible = false`.execute(tx),
  )

describe('refusals', () => {
  it('asks for a session, the right tenant, the module and a role, in this order', async () => {
    expect((await createClient(portal.url).get('/api/v1/dashboard?part=x')).status).toBe(401)
    const tenantId = await aTenant(portal)
    const viewer = await aMember(portal, tenantId, 'viewer')
    await hide(tenantId, 'dashboard')
    const code = async (tenant: string) =>
      (await viewer.get('/api/v1/dashboard', { headers: { 'x-portal-tenant': tenant } })).body.code
    expect([await code('999999'), await code(String(tenantId))]).toEqual(['tenant_changed', 'module_hidden'])
    const nobody = await aPerson(portal)
    expect((await ask(nobody)).body.code).toBe('permission_denied')
  })

  it.each(['part=finance', 'part=', 'currency=cad', 'currency=CADD', 'currency=%00AD'])(
    'answers 422 to %s',
    async (query) => {
      const member = await aMember(portal, await aTenant(portal))
      expect((await ask(member, `?${query}`)).status).toBe(422)
    },
  )
})

const aRandomOrder: fc.Arbitrary<TestOrder> = fc.record({
  ord_no: fc.oneof(
    fc.constant(null),
    fc.integer({ min: 1, max: 99_999 }).map(String),
    fc.constantFrom('A2', 'A10'),
  ),
  primary_no: fc.option(fc.integer({ min: 1, max: 999 }).map(String)),
  client_name: fc.option(fc.constantFrom('Boréal', '=1+1', 'Harbour')),
  ord_stat: fc.constantFrom(
    'Blend',
    ' cts',
    'IN PROGRESS',
    'Not Started ',
    'not started',
    'Cancelled',
    'Packaging',
    'Completed',
    'Finance hold',
    'Pending',
    'Something new',
    '',
    null,
  ),
  montant_total: fc.constantFrom('TBD', '1 234,50 $', null),
  amount_cents: fc.bigInt({ min: -100_000n, max: 99_999_999_999_999n }).map(String),
  currency: fc.constantFrom('CAD', 'CAD', 'CAD', 'USD', 'EUR'),
})

/** As the tables have them, whoever may see them. */
const newestChanges = async (tenants: number[]): Promise<number[]> => {
  const rows = await peek(
    portal,
    `select id from (select id, happened_at, tenant_id from portal.order_changes
       union all select id, happened_at, 0 from portal.unassigned_order_changes) c
      where tenant_id = any ($1) order by happened_at desc, id desc limit 24`,
    [tenants],
  )
  return rows.map(({ id }) => Number(id))
}

describe('every figure', () => {
  let tenants: [number, number, number]
  const orders = new Map<number, (TestOrder & { id: number })[]>()
  let lines: TestLine[]

  beforeAll(async () => {
    tenants = [await aTenant(portal), await aTenant(portal, { currency: 'USD' }), await aTenant(portal)]
    for (const [at, tenantId] of [...tenants, 0].entries()) {
      const some = fc.sample(aRandomOrder, { seed: SEED + at, numRuns: 60 + at })
      const ids = await portal.owner((tx) => writeOrders(tx, tenantId, some))
      orders.set(
        tenantId,
        some.map((order, i) => ({ ...order, id: ids[i] as number })),
      )
    }
    lines = fc.sample(aRandomLine([...tenants, 0]), { seed: SEED, numRuns: 600 })
    await portal.owner((tx) => writeLines(tx, lines))
  })

  it('is the sum over all rows that the asker may see: member, staff and administrator, in each currency', async () => {
    const narrowed = await anAdministrator(portal)
    await narrowed.post('/api/v1/session/tenant', { tenantId: tenants[2] })
    // An order that waits for its client has no company.
    const names = new Map(
      (await peek(portal, 'select id, name from portal.tenants')).map(({ id, name }) => [Number(id), name]),
    )
    const askers: [Actor, number[], string][] = [
      [await aMember(portal, tenants[0]), [tenants[0]], 'CAD'],
      [await aMember(portal, tenants[1]), [tenants[1]], 'USD'],
      [await aStaffMember(portal, 'finance', [tenants[0], tenants[1]]), [tenants[0], tenants[1]], 'CAD'],
      [await aStaffMember(portal, 'account_manager', []), [], 'CAD'],
      [narrowed, [tenants[2]], 'CAD'],
      [await anAdministrator(portal), [...tenants, 0], 'CAD'],
    ]
    for (const [who, seen, home] of askers)
      for (const currency of [undefined, 'USD', 'EUR', 'GBP']) {
        const { status, body } = await ask(who, currency && `?currency=${currency}`)
        expect(status).toBe(200)
        const own = [...orders].flatMap(([tenantId, of]) => (seen.includes(tenantId) ? of : []))
        const sold = lines.filter(({ tenantId }) => seen.includes(tenantId))
        const expected = expectedOrders(own, home, currency)
        const recent = body.recentOrders.map(({ tenantName: _, ...order }: Json) => order)
        expect(
          body.activity.map((event: Json) => event.id),
          `${seen}`,
        ).toEqual(await newestChanges(seen))
        expect({ ...body, recentOrders: recent }, `${seen} ${currency}`).toEqual({
          ...expected,
          activity: body.activity,
          cards: { ...expected.cards, ...expectedSales(sold, calendarOf(lines, DAY), DAY, home, currency) },
          asOf: null,
        })
        const company = (id: number) => [...orders].find(([, of]) => of.some((one) => one.id === id))?.[0]
        for (const { id, tenantName } of body.recentOrders)
          expect(tenantName, `${seen} ${id}`).toBe(
            seen.length > 1 ? names.get(company(id) as number) : undefined,
          )
      }
  })

  it('agrees with the screens that it opens', async () => {
    const member = await aMember(portal, tenants[0])
    const { cards, issues } = (await ask(member)).body
    const counted = (await member.get('/api/v1/orders?limit=1')).body.counts
    expect([cards.totalOrders.count, cards.inProgressOrders.count, issues]).toEqual([
      counted.all,
      counted.processing,
      counted.issues,
    ])
    const notStarted = (await member.get('/api/v1/orders?limit=1&status=not%20started')).body.total
    expect(cards.notStartedOrders.count).toBe(notStarted)
    const history = (await member.get('/api/v1/sales/history')).body
    const { quantity, amount, currency, others } = cards.totalQuantity
    expect([quantity, amount, currency]).toEqual([
      history.totals.quantity,
      history.totals.amount,
      history.currency,
    ])
    expect(others.map((one: Json) => one.currency)).toEqual(history.otherCurrencies)
  })

  it('can be asked for part by part', async () => {
    const member = await aMember(portal, tenants[0])
    const [all, first, second] = [
      await ask(member),
      await ask(member, '?part=orders'),
      await ask(member, '?part=sales'),
    ]
    expect({ ...first.body, cards: { ...first.body.cards, ...second.body.cards } }).toEqual(all.body)
    expect(second.body).toMatchObject({ receivables: null, recentOrders: null, activity: null, issues: null })
    expect(Object.keys(first.body.cards)).toEqual([
      'totalOrders',
      'inProgressOrders',
      'notStartedOrders',
      'otherOrders',
    ])
  })
})

describe('recent activity', () => {
  it('is made of recorded changes, the newest first, and of nothing else', async () => {
    const tenantId = await aTenant(portal, { clientCodes: ['ACT'] })
    const send = sender(portal.url, await aKey(portal))
    const version = (status: string, promised: string, at: string) =>
      send('orders', [
        order('ACT-1', {
          'Client Code': 'ACT',
          'Ord No': '77',
          'Ord Stat': status,
          'Promised Date': promised,
          'Updated At': at,
        }),
      ])
    await version('Not started', '2025-09-01', '2025-08-01T08:00:00Z')
    await version('Blend', '2025-09-01', '2025-08-02T08:00:00Z')
    await version('Blend', '2025-09-10', '2025-08-03T08:00:00Z')
    const member = await aMember(portal, tenantId)
    const { activity, issues } = (await ask(member)).body
    const said = activity.map(({ at, field, old, new: now, ordNo }: Json) => [
      at.slice(0, 10),
      ordNo,
      field,
      old,
      now,
    ])
    expect(said).toEqual([
      ['2025-08-03', '77', 'promisedDate', '2025-09-01', '2025-09-10'],
      ['2025-08-02', '77', 'status', 'Not started', 'Blend'],
      ['2025-08-01', '77', 'created', null, 'Not started'],
    ])
    expect(issues).toBe(0)
    const stranger = await aMember(portal, await aTenant(portal))
    expect((await ask(stranger)).body.activity).toEqual([])
  })
})

describe('what is withheld (A8)', () => {
  const keys = (body: Json) => [
    ...Object.keys(body.cards),
    ...['receivables', 'recentOrders', 'activity', 'issues'].filter((key) => body[key] !== null),
  ]
  const ORDERS = ['totalOrders', 'inProgressOrders', 'notStartedOrders', 'otherOrders']
  const REST = ['recentOrders', 'activity', 'issues']
  const SALES = ['totalQuantity', 'ytdEvolution']

  it.each([
    ['viewer', [], [...ORDERS, ...SALES, 'receivables', ...REST]],
    ['quality_manager', [], [...ORDERS, 'receivables', ...REST]],
    ['sales_analyst', [], SALES],
    ['viewer', ['orders'], SALES],
    ['viewer', ['sales'], [...ORDERS, 'receivables', ...REST]],
    ['viewer', ['finance'], [...ORDERS, ...SALES, ...REST]],
    ['viewer', ['orders', 'sales'], []],
    ['sales_analyst', ['sales'], []],
  ])('%s without %j sees %j', async (role, modules, shown) => {
    const tenantId = await aTenant(portal)
    await portal.owner((tx) => writeOrders(tx, tenantId, [{ ord_no: '1', amount_cents: '100' }]))
    for (const module of modules) await hide(tenantId, module)
    const member = await aMember(portal, tenantId, role)
    const { status, body } = await ask(member)
    expect(status).toBe(200)
    expect(keys(body)).toEqual(shown)
    for (const [part, own] of [
      ['orders', ORDERS],
      ['sales', SALES],
    ] as const)
      expect(Object.keys((await ask(member, `?part=${part}`)).body.cards)).toEqual(
        own.filter((key) => shown.includes(key)),
      )
    const admin = await anAdministrator(portal)
    await admin.post('/api/v1/session/tenant', { tenantId })
    expect(keys((await ask(admin)).body)).toEqual([...ORDERS, ...SALES, 'receivables', ...REST])
  })
})

describe('a client without anything', () => {
  it('sees noughts in the own currency, and no order', async () => {
    const member = await aMember(portal, await aTenant(portal, { currency: 'USD' }))
    const { body } = await ask(member)
    expect(body.cards.totalOrders).toEqual({ count: 0, amount: '0.00', currency: 'USD', others: [] })
    expect(body.cards.totalQuantity).toEqual({ quantity: 0, amount: '0.00', currency: 'USD', others: [] })
    expect(body.cards.ytdEvolution.quantity).toEqual({ previous: 0, current: 0, growth: 0, trend: 'stable' })
    expect(body).toMatchObject({
      recentOrders: [],
      issues: 0,
      receivables: { total: '0.00', over60: '0.00' },
    })
  })

  it('is told how fresh the older one of the feeds is', async () => {
    const member = await aMember(portal, await aTenant(portal))
    await portal.owner((tx) => touchFeed(tx, '2025-08-30T14:32:00Z'))
    expect((await ask(member)).body.asOf).toBe(null)
    await portal.owner((tx) =>
      sql`insert into portal.feeds (kind, last_batch_at) values ('sales-history', '2025-08-29T08:00:00Z')`.execute(
        tx,
      ),
    )
    expect((await ask(member)).body.asOf).toBe('2025-08-29T08:00:00.000Z')
    expect((await ask(member, '?part=orders')).body.asOf).toBe('2025-08-30T14:32:00.000Z')
  })
})

describe('the calendar (D1)', () => {
  const months = (tenantId: number, ...of: [year: number, month: number, units: number][]) =>
    of.map(([year, month, units]) =>
      aLine({ tenantId, year, month, quantity: units * 1000, amountCents: units * 250 }),
    )

  it.each([
    ['2025-08-31', { years: [2024, 2025], throughMonth: 8 }, [80, 88, 10, 'growth']],
    ['2025-08-30', { years: [2024, 2025], throughMonth: 7 }, [70, 77, 10, 'growth']],
    ['2025-11-15', { years: [2024, 2025], throughMonth: 9 }, [90, 99, 10, 'growth']],
    ['2025-01-15', { years: [2024, 2025], throughMonth: 0 }, [0, 0, 0, 'stable']],
    ['2025-01-31', { years: [2024, 2025], throughMonth: 1 }, [10, 11, 10, 'growth']],
    ['2024-02-28', { years: [2023, 2024], throughMonth: 1 }, [0, 10, 0, 'new']],
    ['2024-02-29', { years: [2023, 2024], throughMonth: 2 }, [0, 20, 0, 'new']],
    ['2026-03-31', { years: [2024, 2025], throughMonth: 9 }, [90, 99, 10, 'growth']],
  ])('as of %s', async (day, calendar, [previous, current, growth, trend]) => {
    const own = await startTestPortal({ REPORTING_AS_OF: day })
    try {
      const tenantId = await aTenant(own)
      const every = [2024, 2025].flatMap((year) =>
        Array.from({ length: year === 2024 ? 12 : 9 }, (_, at): [number, number, number] => [
          year,
          at + 1,
          year - 2014 - (year === 2024 ? 0 : 0),
        ]),
      )
      await own.owner((tx) => writeLines(tx, months(tenantId, ...every)))
      const { ytdEvolution } = (await (await aMember(own, tenantId)).get('/api/v1/dashboard')).body.cards
      expect(ytdEvolution).toMatchObject({ ...calendar, quantity: { previous, current, growth, trend } })
      const later = every.filter(
        ([year, month]) => year * 100 + month > Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7)),
      )
      expect(ytdEvolution.laterLines).toBe(later.length)
    } finally {
      await own.close()
    }
  })

  it.each([
    [1000, 1050, 5, 'stable'],
    [10_000, 10_501, 5, 'growth'],
    [1000, 950, -5, 'stable'],
    [10_000, 9499, -5, 'decline'],
    [3, 4, 33.3, 'growth'],
    [3, 2, -33.3, 'decline'],
    [1000, 0, -100, 'decline'],
    [0, 0, 0, 'stable'],
    [0, -5, 0, 'new'],
    [8, 8, 0, 'stable'],
  ])('from %d to %d is %d per cent, %s', async (previous, current, growth, trend) => {
    const tenantId = await aTenant(portal)
    await portal.owner((tx) =>
      writeLines(tx, months(tenantId, [2024, 3, previous], [2025, 3, current], [2024, 12, 77])),
    )
    const { ytdEvolution } = (await ask(await aMember(portal, tenantId))).body.cards
    expect(ytdEvolution.quantity).toEqual({ previous, current, growth, trend })
  })
})

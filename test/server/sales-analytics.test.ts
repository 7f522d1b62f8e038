import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aPerson, aStaffMember, aTenant } from '../support/actors.ts'
import { type AnalyticsFilter, expectedAnalytics } from '../support/analytics-oracle.ts'
import { createClient, type Json } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { aRandomFilter, aRandomLine } from '../support/sales-arbitraries.ts'
import { aLine, type TestLine, writeLines } from '../support/sales-lines.ts'
import { SEED } from '../support/seed.ts'

let portal: TestPortal
let tenants: [number, number, number]
let lines: TestLine[]
let member: Actor
let other: Actor
let staff: Actor
let admin: Actor

beforeAll(async () => {
  console.log(`sales analytics: TEST_SEED=${SEED}`)
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-20' })
  tenants = [await aTenant(portal), await aTenant(portal, { currency: 'USD' }), await aTenant(portal)]
  lines = fc.sample(aRandomLine([...tenants, 0]), { seed: SEED, numRuns: 600 })
  // Somebody sells in the month of the reports, which is not over: July is the newest that is.
  lines.push(aLine({ tenantId: tenants[2], year: 2025, month: 8, itemName: 'Of the month' }))
  await portal.owner((tx) => writeLines(tx, lines))
  member = await aMember(portal, tenants[0])
  other = await aMember(portal, tenants[1])
  staff = await aStaffMember(portal, 'finance', [tenants[0], tenants[1]])
  admin = await anAdministrator(portal)
})
afterAll(() => portal?.close())

const CALENDAR = { currentYear: 2025, throughMonth: 7, until: 202508 }

const query = (filter: object) =>
  new URLSearchParams(
    Object.entries(filter).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString()
const analytics = async (actor: Actor, filter: object = {}): Promise<Json> => {
  const answer = await actor.get(`/api/v1/sales/analytics?${query(filter)}`)
  expect(answer.status).toBe(200)
  return answer.body
}
const sumsOf = async (actor: Actor, filter: object): Promise<Json> =>
  (await actor.get(`/api/v1/sales/lines?${query({ ...filter, limit: 1 })}`)).body.sums
const seen = (actor: Actor) => {
  if (actor === admin) return lines
  const own = actor === staff ? tenants.slice(0, 2) : [actor === member ? tenants[0] : tenants[1]]
  return lines.filter((line) => own.includes(line.tenantId))
}
const aFilter = fc
  .tuple(aRandomFilter, fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }))
  .map(
    ([{ month: _, ...filter }, quarter]): AnalyticsFilter =>
      quarter === undefined ? filter : { ...filter, quarter },
  )

describe('who may look', () => {
  it('refuses strangers, roles without the right, hidden modules and nonsense', async () => {
    const visitor = createClient(portal.url)
    const quality = await aMember(portal, tenants[0], 'quality_manager')
    const blind = await aTenant(portal)
    await portal.owner((tx) =>
      sql`insert into portal.tenant_module_visibility values (${blind}, 'sales-analytics', false)`.execute(
        tx,
      ),
    )
    const hidden = await aMember(portal, blind)
    const nobody = await aPerson(portal)
    for (const path of ['/api/v1/sales/analytics', '/api/v1/sales/trend']) {
      for (const [client, status, code] of [
        [visitor, 401, 'no_session'],
        [quality, 403, 'permission_denied'],
        [hidden, 403, 'module_hidden'],
      ] as const) {
        const answer = await client.get(path)
        expect([answer.status, answer.body.code]).toEqual([status, code])
      }
      expect((await nobody.get(path)).status).toBe(403)
      const bad = ['year=99999', 'year=all', 'quarter=7', 'quarter=0', 'quarter=x', 'currency=cad']
      for (const one of [...bad, `search=${'x'.repeat(10_000)}`]) {
        const answer = await member.get(`${path}?${one}`)
        expect([answer.status, answer.body.code, answer.body.errors.length], one).toEqual([
          422,
          'validation',
          1,
        ])
      }
    }
    expect((await member.get(`/api/v1/sales/trend?product=${'x'.repeat(501)}`)).status).toBe(422)
  })

  it('says a refusal in the language of the asker', async () => {
    const answer = await member.get('/api/v1/sales/analytics?quarter=7', {
      headers: { 'accept-language': 'fr-CA' },
    })
    expect(answer.body.title).toBe('Vérifiez les champs indiqués')
  })

  it("shows nothing of another tenant's, by search, product or customer", async () => {
    const secret = aLine({ tenantId: tenants[1], itemName: 'Zephyr Formula', customerName: 'Zephyr Ltd' })
    await portal.owner((tx) => writeLines(tx, [secret]))
    lines.push(secret)
    expect((await analytics(other, { currency: 'CAD', search: 'zephyr' })).totals.lines).toBe(1)
    expect(await analytics(member, { currency: 'CAD', search: 'zephyr' })).toEqual(
      await analytics(member, { currency: 'CAD', search: 'nothing like it' }),
    )
    for (const part of [{ product: 'Zephyr Formula' }, { customer: 'Zephyr Ltd' }]) {
      const ask = (actor: Actor) => actor.get(`/api/v1/sales/trend?${query({ currency: 'CAD', ...part })}`)
      expect((await ask(other)).body.months).not.toEqual([])
      expect((await ask(member)).body.months).toEqual([])
    }
  })
})

describe('every figure', () => {
  it('is the sum over all lines that the filter selects, for member, staff and administrator', async () => {
    const filters: AnalyticsFilter[] = [{}, ...fc.sample(aFilter, { seed: SEED, numRuns: 24 })]
    for (const filter of filters)
      for (const [actor, home] of [
        [member, 'CAD'],
        [other, 'USD'],
        [staff, 'CAD'],
        [admin, 'CAD'],
      ] as const) {
        const { dataVersion, asOf, trend, ...figures } = await analytics(actor, filter)
        const one = actor === member || actor === other
        expect(figures, JSON.stringify(filter)).toEqual(
          expectedAnalytics(seen(actor), filter, CALENDAR, home, one),
        )
      }
  })

  it('opens the lines behind it with the same sums', async () => {
    for (const filter of fc.sample(aFilter, { seed: SEED + 1, numRuns: 5 }))
      for (const actor of [member, staff, admin]) {
        const shown = await analytics(actor, filter)
        const { quantity, revenue: amount, lines: count } = shown.totals
        expect(await sumsOf(actor, filter)).toEqual({ quantity, amount, lines: count })
        for (const { quarter, quantity, amount, lines } of shown.quarters)
          if (filter.quarter === undefined || filter.quarter === quarter)
            expect(await sumsOf(actor, { ...filter, quarter })).toEqual({ quantity, amount, lines })
        for (const { key: product, quantity, amount } of shown.topProducts.slice(0, 3))
          expect(await sumsOf(actor, { ...filter, product })).toMatchObject({ quantity, amount })
        for (const { key: customer, quantity, amount } of shown.topCustomers.slice(0, 3))
          expect(await sumsOf(actor, { ...filter, customer })).toMatchObject({ quantity, amount })
        for (const { year, month, quantity, amount } of shown.trend.months.slice(-4))
          expect(await sumsOf(actor, { ...filter, year, month })).toMatchObject({ quantity, amount })
      }
  })

  it('puts products of one amount in the order of their names, up to the tenth', async () => {
    const tenantId = await aTenant(portal)
    const ties = Array.from({ length: 12 }, (_, at) =>
      aLine({ tenantId, itemName: `Tie ${String.fromCharCode(65 + ((at * 7) % 12))}`, year: 2023 }),
    )
    await portal.owner((tx) => writeLines(tx, ties))
    lines.push(...ties)
    const shown = await analytics(await aMember(portal, tenantId))
    expect(shown.topProducts.map((one: Json) => one.product.at(-1)).join('')).toBe('ABCDEFGHIJ')
  })

  it('reads what looks like an expression as text', async () => {
    for (const search of ['.*', '^', '(', '[a-z]+', '%', '_', '\\'])
      expect((await analytics(member, { search })).totals.lines).toBe(
        expectedAnalytics(seen(member), { search }, CALENDAR, 'CAD', true).totals.lines,
      )
  })

  it('gives months in the place of the customers to a tenant with a single client code', async () => {
    const tenantId = await aTenant(portal)
    const own = [3, 1, 2].map((month) =>
      aLine({ tenantId, month, amountCents: month * 500, customerName: `Name ${month % 2}` }),
    )
    await portal.owner((tx) => writeLines(tx, own))
    lines.push(...own)
    const shown = await analytics(await aMember(portal, tenantId))
    expect(shown.topCustomers).toEqual([])
    expect(shown.topMonths).toEqual([
      { year: 2024, month: 3, quantity: 1, amount: '15.00' },
      { year: 2024, month: 2, quantity: 1, amount: '10.00' },
      { year: 2024, month: 1, quantity: 1, amount: '5.00' },
    ])
    expect(shown.totals.customers).toBe(1)
  })

  it('is told unchanged by its tag, until the data change', async () => {
    const first = await member.get('/api/v1/sales/analytics?year=2024')
    const tag = first.headers.get('etag') as string
    const again = await member.get('/api/v1/sales/analytics?year=2024', { headers: { 'if-none-match': tag } })
    expect(again.status).toBe(304)
    const added = aLine({ tenantId: tenants[0], itemName: 'Newest' })
    await portal.owner((tx) => writeLines(tx, [added]))
    lines.push(added)
    const changed = await member.get('/api/v1/sales/analytics?year=2024', {
      headers: { 'if-none-match': tag },
    })
    expect(changed.status).toBe(200)
    expect(changed.body.totals.lines).toBe(first.body.totals.lines + 1)
  })
})

describe('the trend', () => {
  it('shows each month of a product, of a customer and of what a search finds of them', async () => {
    for (const actor of [member, staff, admin]) {
      const { topProducts, topCustomers } = await analytics(actor, { currency: 'CAD' })
      for (const subject of [
        { product: topProducts[0].key },
        { product: topProducts[0].key, search: 'clinic' },
        ...(topCustomers[0]
          ? [{ customer: topCustomers[0].key }, { customer: topCustomers[0].key, search: 'blend 1' }]
          : []),
      ]) {
        const filter = { currency: 'CAD', ...subject }
        const { body } = await actor.get(`/api/v1/sales/trend?${query(filter)}`)
        const some = body.months.filter((_: Json, at: number) => at % 29 === 0)
        for (const { year, month, quantity, amount } of some)
          expect(await sumsOf(actor, { ...filter, year, month })).toMatchObject({ quantity, amount })
        const known = new Set(body.months.map(({ year, month }: Json) => year * 100 + month))
        const { body: all } = await actor.get(`/api/v1/sales/lines?${query({ ...filter, limit: 1000 })}`)
        for (const { year, month } of all.items) expect(known).toContain(year * 100 + month)
      }
    }
  })

  it('keeps the running month and later ones out of averages and the forecast, and says so', async () => {
    const { trend } = await analytics(admin)
    const states = Object.fromEntries(
      trend.months.map(({ year, month, state }: Json) => [year * 100 + month, state]),
    )
    expect([states[202507], states[202508], states[202509]]).toEqual(['over', 'to_date', 'later'])
    expect(trend.months.filter((m: Json) => m.state !== 'over').every((m: Json) => !m.average)).toBe(true)
    expect(trend.forecast.amount.months.map((m: Json) => [m.year, m.month])).toEqual([
      [2025, 8],
      [2025, 9],
      [2025, 10],
      [2025, 11],
      [2025, 12],
      [2026, 1],
    ])
    expect(trend.forecast.amount.window.to).toEqual({ year: 2025, month: 7 })
    expect((await analytics(admin, { year: 2024 })).trend.forecast).toBeNull()
    expect((await analytics(admin, { year: 2024 })).trend.months.length).toBe(12)
  })
})

describe('names for the trend of one', () => {
  const names = async (actor: Actor, filter: object) =>
    (await actor.get(`/api/v1/sales/names?${query(filter)}`)).body.items as string[]
  let shop: Actor
  let elsewhere: Actor
  beforeAll(async () => {
    const [own, foreign] = [await aTenant(portal), await aTenant(portal)]
    await portal.owner((tx) =>
      writeLines(tx, [
        ...Array.from({ length: 25 }, (_, at) =>
          aLine({ tenantId: own, itemNo: `N${at}`, itemName: `Named ${String(at).padStart(2, '0')}` }),
        ),
        aLine({ tenantId: own, itemNo: 'CODE-7', itemName: 'Élan 50% off', customerName: 'Boutique Née' }),
        aLine({ tenantId: own, itemNo: 'E2', itemName: 'Bel élan', customerName: 'Other' }),
        aLine({ tenantId: foreign, itemNo: 'E3', itemName: 'Élan of another', customerName: 'Née ailleurs' }),
      ]),
    )
    shop = await aMember(portal, own)
    elsewhere = await aMember(portal, foreign)
  })

  it('are those of the asker in which the text is, those that begin with it first', async () => {
    expect(await names(shop, { of: 'products', search: 'ELAN' })).toEqual(['Élan 50% off', 'Bel élan'])
    expect(await names(elsewhere, { of: 'products', search: 'elan' })).toEqual(['Élan of another'])
    expect(await names(shop, { of: 'customers', search: 'nee' })).toEqual(['Boutique Née'])
    expect(await names(admin, { of: 'products', search: 'elan' })).toEqual(
      expect.arrayContaining(['Élan 50% off', 'Élan of another']),
    )
  })

  it('are found by their code, as they are written, and twenty at most', async () => {
    expect(await names(shop, { of: 'products', search: 'code-7' })).toEqual(['Élan 50% off'])
    expect(await names(shop, { of: 'products', search: '50%' })).toEqual(['Élan 50% off'])
    expect(await names(shop, { of: 'products', search: '%' })).toEqual(['Élan 50% off'])
    expect(await names(shop, { of: 'products', search: '.*' })).toEqual([])
    expect(await names(shop, { of: 'products', search: 'named' })).toHaveLength(20)
  })

  it('are refused as the trend is', async () => {
    expect((await createClient(portal.url).get('/api/v1/sales/names?of=products')).status).toBe(401)
    for (const bad of ['', 'of=prices', `of=products&search=${'x'.repeat(201)}`])
      expect((await shop.get(`/api/v1/sales/names?${bad}`)).status).toBe(422)
  })
})

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aPerson, aStaffMember, aTenant } from '../support/actors.ts'
import { type Answer, createClient, type Json } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { aRandomFilter, aRandomLine } from '../support/sales-arbitraries.ts'
import { aLine, type TestLine, writeLines } from '../support/sales-lines.ts'
import {
  customerOf,
  expectedHistory,
  found,
  money,
  type OracleFilter,
  productOf,
} from '../support/sales-oracle.ts'
import { SEED } from '../support/seed.ts'

let portal: TestPortal
let tenants: [number, number, number]
let lines: TestLine[]
let member: Actor
let other: Actor
let staff: Actor
let admin: Actor

beforeAll(async () => {
  console.log(`sales: TEST_SEED=${SEED}`)
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  tenants = [await aTenant(portal), await aTenant(portal, { currency: 'USD' }), await aTenant(portal)]
  lines = fc.sample(aRandomLine([...tenants, 0]), { seed: SEED, numRuns: 600 })
  await portal.owner((tx) => writeLines(tx, lines))
  member = await aMember(portal, tenants[0])
  other = await aMember(portal, tenants[1])
  staff = await aStaffMember(portal, 'finance', [tenants[0], tenants[1]])
  admin = await anAdministrator(portal)
})
afterAll(() => portal?.close())

const query = (filter: object) =>
  new URLSearchParams(
    Object.entries(filter).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString()
const seen = (actor: Actor) => {
  if (actor === admin) return lines
  const own = actor === staff ? tenants.slice(0, 2) : [actor === member ? tenants[0] : tenants[1]]
  return lines.filter((line) => own.includes(line.tenantId))
}
/** Nobody's newest month up to the day that reports are pinned to: sales of 2026 are left out. */
const currentYear = () =>
  Math.max(...lines.filter((l) => l.year * 100 + l.month <= 202508).map((l) => l.year))

describe('who may look', () => {
  it('refuses strangers, roles without the right, hidden modules and nonsense', async () => {
    const visitor = createClient(portal.url)
    const quality = await aMember(portal, tenants[0], 'quality_manager')
    await portal.owner((tx) =>
      sql`insert into portal.tenant_module_visibility values (${tenants[2]}, 'sales', false)`.execute(tx),
    )
    const hidden = await aMember(portal, tenants[2])
    const cases = [
      [visitor, 401, 'no_session'],
      [quality, 403, 'permission_denied'],
      [hidden, 403, 'module_hidden'],
    ] as const
    for (const path of ['/api/v1/sales/history', '/api/v1/sales/lines']) {
      for (const [client, status, code] of cases) {
        const answer = await client.get(path)
        expect([answer.status, answer.body.code]).toEqual([status, code])
      }
      for (const bad of ['year=abc', 'month=13', 'currency=cad', `search=${'x'.repeat(201)}`, 'year=12'])
        expect((await member.get(`${path}?${bad}`)).status).toBe(422)
    }
    for (const bad of ['cursor=abc', 'cursor=WzFd', 'limit=0', 'limit=1001', 'quarter=5', 'dataset=secret'])
      expect((await member.get(`/api/v1/sales/lines?${bad}`)).status).toBe(422)
  })

  it('gives a person of no company nothing at all', async () => {
    const nobody = await aPerson(portal)
    expect((await nobody.get('/api/v1/sales/history')).status).toBe(403)
  })

  it("shows nothing of another tenant's: not by search, product, customer, cursor or count", async () => {
    const secret = aLine({
      tenantId: tenants[1],
      itemName: 'Zephyr Formula',
      customerName: 'Zephyr Ltd',
      invoiceNo: 'Z1',
    })
    await portal.owner((tx) => writeLines(tx, [secret]))
    lines.push(secret)
    const own = await other.get('/api/v1/sales/lines?currency=CAD&search=zephyr')
    expect(own.body).toMatchObject({ total: 1, items: [{ product: 'Zephyr Formula' }] })
    const cursor = (await admin.get('/api/v1/sales/lines?limit=1&currency=CAD')).body.nextCursor
    for (const part of ['search=zephyr', 'product=Zephyr+Formula', 'customer=Zephyr+Ltd']) {
      const answer = await member.get(`/api/v1/sales/lines?currency=CAD&${part}`)
      expect(answer.body).toEqual({
        items: [],
        nextCursor: null,
        total: 0,
        sums: { quantity: 0, amount: '0.00', lines: 0 },
        units: null,
      })
    }
    const screen = await member.get('/api/v1/sales/history?currency=CAD&search=zephyr')
    const nothing = await member.get('/api/v1/sales/history?currency=CAD&search=nothing+like+it')
    expect(screen.body).toEqual(nothing.body)
    const beyond = await member.get(`/api/v1/sales/lines?currency=CAD&limit=1000&cursor=${cursor}`)
    expect([beyond.status, beyond.body.code]).toEqual([422, 'bad_cursor'])
    const all = await member.get('/api/v1/sales/lines?currency=CAD&limit=1000')
    expect(all.body.items.length).toBeLessThanOrEqual(seen(member).length)
    expect(all.body.items.some((item: TestLine) => item.customerName === 'Zephyr Ltd')).toBe(false)
    expect(all.body.items.every((item: object) => !('tenantName' in item))).toBe(true)
  })
})

describe('every figure', () => {
  it('is the sum over all lines that the filter selects, for member, staff and administrator', async () => {
    const filters: OracleFilter[] = [{}, ...fc.sample(aRandomFilter, { seed: SEED, numRuns: 40 })]
    for (const filter of filters) {
      for (const [actor, home] of [
        [member, 'CAD'],
        [other, 'USD'],
        [staff, 'CAD'],
        [admin, 'CAD'],
      ] as const) {
        const answer = await actor.get(`/api/v1/sales/history?${query(filter)}`)
        const { dataVersion, asOf, ...figures } = answer.body
        expect(figures, JSON.stringify(filter)).toEqual(
          expectedHistory(seen(actor), filter, home, currentYear()),
        )
      }
    }
  })

  it('puts products of the same quantity in the order of their names, up to the tenth', async () => {
    const tenantId = await aTenant(portal)
    const names = Array.from({ length: 22 }, (_, at) => `Tie ${String.fromCharCode(65 + ((at * 7) % 22))}`)
    const ties = names.map((itemName) => aLine({ tenantId, itemName, year: 2023 }))
    await portal.owner((tx) => writeLines(tx, ties))
    lines.push(...ties)
    const { body } = await (await aMember(portal, tenantId)).get('/api/v1/sales/history')
    const { topProducts, evolution } = expectedHistory(ties, {}, 'CAD', currentYear())
    expect(body.topProducts).toEqual(topProducts)
    expect(body.evolution).toEqual(evolution)
  })

  it('opens the lines behind it, page by page, with the same sums', async () => {
    for (const filter of fc.sample(aRandomFilter, { seed: SEED + 1, numRuns: 15 })) {
      for (const actor of [member, staff, admin]) {
        const { body: screen } = await actor.get(`/api/v1/sales/history?${query(filter)}`)
        const items: { id: number; year: number; month: number; amount: string; product: string }[] = []
        let cursor: string | null = null
        do {
          const { body }: Answer<Json> = await actor.get(
            `/api/v1/sales/lines?${query({ ...filter, limit: 37, ...(cursor ? { cursor } : {}) })}`,
          )
          if (!cursor) {
            const { quantity, amount, lines: count } = screen.totals
            expect([body.sums, body.total]).toEqual([{ quantity, amount, lines: count }, count])
          } else expect([body.sums, body.total]).toEqual([null, null])
          items.push(...body.items)
          cursor = body.nextCursor
        } while (cursor)
        expect(items.length).toBe(screen.totals.lines)
        expect(new Set(items.map((item) => item.id)).size).toBe(items.length)
        expect(items.map((i) => i.year * 100 + i.month)).toEqual(
          items.map((i) => i.year * 100 + i.month).sort((a, b) => b - a),
        )
        const cents = items.reduce((sum, item) => sum + BigInt(item.amount.replace('.', '')), 0n)
        expect(money(cents)).toBe(screen.totals.amount)
      }
    }
  })

  it('opens the total of a product over the window of years', async () => {
    for (const actor of [member, staff, admin]) {
      const { evolution } = (await actor.get('/api/v1/sales/history')).body
      const window = { fromYear: evolution.years[0], toYear: evolution.years.at(-1) }
      let beyond = 0
      for (const { key: product, total } of evolution.products) {
        const { body } = await actor.get(`/api/v1/sales/lines?${query({ product, ...window, limit: 1000 })}`)
        expect([body.sums.quantity, body.items.length], product).toEqual([total, body.sums.lines])
        const { body: all } = await actor.get(`/api/v1/sales/lines?${query({ product })}`)
        beyond += all.total - body.total
      }
      expect(beyond).toBeGreaterThan(0)
    }
  })

  it('opens by product, customer and quarter too', async () => {
    const own = seen(member).filter((line) => line.currency === 'CAD')
    for (const product of new Set(own.map(productOf))) {
      const { body } = await member.get(`/api/v1/sales/lines?${query({ product, quarter: 2 })}`)
      const expected = own.filter((line) => productOf(line) === product && Math.ceil(line.month / 3) === 2)
      expect(body.total, product).toBe(expected.length)
    }
    for (const customer of new Set(own.map(customerOf))) {
      const { body } = await member.get(`/api/v1/sales/lines?${query({ customer, search: 'blend' })}`)
      const expected = own.filter((line) => customerOf(line) === customer && found(line, 'blend'))
      expect(body.total, customer).toBe(expected.length)
    }
    const names = (await admin.get('/api/v1/sales/lines?limit=1000')).body.items
    expect(names.some((item: { tenantName?: string }) => item.tenantName)).toBe(true)
    expect(names.some((item: { tenantName?: string }) => !item.tenantName)).toBe(true)
  })
})

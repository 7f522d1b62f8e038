import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aPerson, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { aRandomFilter, aRandomLine } from '../support/sales-arbitraries.ts'
import { aLine, type TestLine, writeLines } from '../support/sales-lines.ts'
import {
  currencyShown,
  customerOf,
  customersOf,
  divide,
  found,
  invoicesOf,
  money,
  type OracleFilter,
  productOf,
  sum,
} from '../support/sales-oracle.ts'
import { SEED } from '../support/seed.ts'

const PATH = '/api/v1/sales/lines/counts'
const query = (filter: object) =>
  new URLSearchParams(
    Object.entries(filter).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString()

let portal: TestPortal
let lines: TestLine[]
let askers: { actor: Actor; home: string; own: TestLine[] }[]
beforeAll(async () => {
  console.log(`sales-line-counts: TEST_SEED=${SEED}`)
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  const tenants = [await aTenant(portal), await aTenant(portal, { currency: 'USD' }), await aTenant(portal)]
  const [first = 0, second = 0] = tenants
  lines = fc.sample(aRandomLine([...tenants, 0]), { seed: SEED, numRuns: 600 })
  await portal.owner((tx) => writeLines(tx, lines))
  const of = (...ids: number[]) => lines.filter(({ tenantId }) => ids.includes(tenantId))
  askers = [
    { actor: await aMember(portal, first), home: 'CAD', own: of(first) },
    { actor: await aMember(portal, second), home: 'USD', own: of(second) },
    { actor: await aStaffMember(portal, 'finance', [first, second]), home: 'CAD', own: of(first, second) },
    { actor: await anAdministrator(portal), home: 'CAD', own: lines },
  ]
})
afterAll(() => portal?.close())

describe('who may ask, and what', () => {
  it('refuses strangers, roles without the right, people of no company, and nonsense', async () => {
    expect((await createClient(portal.url).get(PATH)).status).toBe(401)
    expect((await (await aPerson(portal)).get(PATH)).status).toBe(403)
    const tenantId = await aTenant(portal)
    expect((await (await aMember(portal, tenantId, 'quality_manager')).get(PATH)).status).toBe(403)
    const member = await aMember(portal, tenantId)
    for (const bad of ['year=99999', 'month=13', 'quarter=7', 'currency=cad', `search=${'x'.repeat(10_000)}`])
      expect((await member.get(`${PATH}?${bad}`)).status, bad).toBe(422)
    expect((await member.get(`${PATH}?others=products`)).status).toBe(422)
  })

  it("counts nothing of another client's", async () => {
    const tenantId = await aTenant(portal)
    const hidden = aLine({
      tenantId,
      itemName: 'Zephyr Formula',
      customerName: 'Zephyr Ltd',
      invoiceNo: 'Z1',
    })
    await portal.owner((tx) => writeLines(tx, [hidden]))
    const stranger = await aMember(portal, await aTenant(portal))
    for (const ask of ['search=zephyr', 'product=Zephyr+Formula', 'customer=Zephyr+Ltd'])
      expect((await stranger.get(`${PATH}?currency=CAD&${ask}`)).body, ask).toEqual({
        orders: 0,
        products: 0,
        customers: 0,
        averagePerLine: '0.00',
        averagePerOrder: '0.00',
        ordersPerCustomer: 0,
      })
    lines.push(hidden)
  })
})

/** A client whose codes are one sells to one customer (D2). */
const isOneCustomer = (of: readonly TestLine[]) => {
  const codes = new Set(of.map(({ clientCode }) => clientCode).filter(Boolean))
  return codes.size === 1 || (codes.size === 0 && new Set(of.map(customerOf)).size <= 1)
}

describe('the counts of lines', () => {
  it('are those of all lines that the filter selects, for member, staff and administrator', async () => {
    const filters: OracleFilter[] = [{}, ...fc.sample(aRandomFilter, { seed: SEED, numRuns: 25 })]
    for (const filter of filters)
      for (const [at, { actor, home, own }] of askers.entries()) {
        const { currency } = currencyShown(own, filter, home)
        const chosen = own.filter(
          (line) =>
            line.currency === currency &&
            found(line, filter.search) &&
            (filter.year === undefined || line.year === filter.year) &&
            (filter.month === undefined || line.month === filter.month),
        )
        const orders = invoicesOf(chosen)
        const counted = customersOf(chosen)
        const customers = at < 2 && isOneCustomer(own) ? Math.min(counted, 1) : counted
        const per = (count: number) =>
          money(count === 0 ? 0n : divide(sum(chosen, 'amountCents'), BigInt(count)))
        const ofCustomer = customers === 0 ? 0n : divide(100n * BigInt(orders), BigInt(customers))
        expect((await actor.get(`${PATH}?${query(filter)}`)).body, `${at} ${JSON.stringify(filter)}`).toEqual(
          {
            orders,
            products: new Set(chosen.map(productOf)).size,
            customers,
            averagePerLine: per(chosen.length),
            averagePerOrder: per(orders),
            ordersPerCustomer: Number(ofCustomer) / 100,
          },
        )
      }
  })

  it('are those that Sales Analytics shows, of all, of a year and of a quarter', async () => {
    for (const { actor } of askers)
      for (const filter of [
        {},
        { year: 2024 },
        { quarter: 2 },
        { year: 2023, quarter: 4, search: 'blend' },
      ]) {
        const { totals } = (await actor.get(`/api/v1/sales/analytics?${query(filter)}`)).body
        const counted = (await actor.get(`${PATH}?${query(filter)}`)).body
        expect(totals, JSON.stringify(filter)).toMatchObject(counted)
      }
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { expectedComparison } from '../support/analytics-oracle.ts'
import { createClient, type Json } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { aRandomLine } from '../support/sales-arbitraries.ts'
import { aLine, type TestLine, writeLines } from '../support/sales-lines.ts'
import { found } from '../support/sales-oracle.ts'
import { SEED } from '../support/seed.ts'

let portal: TestPortal
let tenants: [number, number]
let lines: TestLine[]
let member: Actor
let staff: Actor
let admin: Actor

beforeAll(async () => {
  console.log(`sales comparison: TEST_SEED=${SEED}`)
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-20' })
  tenants = [await aTenant(portal), await aTenant(portal)]
  lines = fc.sample(aRandomLine([...tenants, 0]), { seed: SEED, numRuns: 400 })
  lines.push(aLine({ tenantId: tenants[1], year: 2025, month: 8 }))
  await portal.owner((tx) => writeLines(tx, lines))
  member = await aMember(portal, tenants[0])
  staff = await aStaffMember(portal, 'finance', tenants)
  admin = await anAdministrator(portal)
})
afterAll(() => portal?.close())

type Period = [number, number]
const text = (month: number) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
const query = (filter: object) => new URLSearchParams(filter as Record<string, string>).toString()
const asked = (now: Period, before: Period) => ({
  from: text(now[0]),
  to: text(now[1]),
  againstFrom: text(before[0]),
  againstTo: text(before[1]),
})
const compare = async (actor: Actor, filter: object = {}): Promise<Json> => {
  const answer = await actor.get(`/api/v1/sales/comparison?${query({ currency: 'CAD', ...filter })}`)
  expect(answer.status).toBe(200)
  return answer.body
}
const seen = (actor: Actor, search?: string) =>
  lines.filter(
    (line) =>
      line.currency === 'CAD' &&
      found(line, search) &&
      (actor === admin || (actor === staff ? tenants : [tenants[0]]).includes(line.tenantId)),
  )
const oneYear = (year: number): Period => [year * 12, year * 12 + 11]

describe('two periods side by side', () => {
  it('are refused with one end, in the wrong order, or as no month', async () => {
    expect((await createClient(portal.url).get('/api/v1/sales/comparison')).status).toBe(401)
    for (const bad of [
      'from=2024-01',
      'againstTo=2024-01',
      'from=2024-02&to=2024-01',
      'againstFrom=2024-02&againstTo=2023-12',
      'from=2024-13&to=2024-13',
      'from=99999-01&to=99999-02',
      'from=1&to=2',
      'from=1900-01&to=1900-03',
    ]) {
      const answer = await member.get(`/api/v1/sales/comparison?${bad}`)
      expect([answer.status, answer.body.code], bad).toEqual([422, 'validation'])
    }
  })

  it('are the sums over their lines, for member, staff and administrator', async () => {
    const month = fc.integer({ min: 2018 * 12, max: 2026 * 12 + 11 })
    const aPeriod = fc
      .tuple(month, fc.constantFrom(0, 2, 5, 11, 11, 26))
      .map(([first, length]): Period => [first, first + length])
    const cases: [Period, Period, string | undefined][] = [
      [oneYear(2024), oneYear(2023), undefined],
      [[2024 * 12 + 3, 2024 * 12 + 5], [2024 * 12, 2024 * 12 + 2], undefined],
      [[2024 * 12 + 3, 2024 * 12 + 3], [2023 * 12 + 11, 2024 * 12 + 1], undefined],
      [[2018 * 12, 2026 * 12 + 11], [2030 * 12, 2030 * 12], undefined],
      ...fc.sample(
        fc.tuple(aPeriod, aPeriod, fc.constantFrom(undefined, 'gut', 'cote', 'blend 1', 'zzz', 'P1')),
        { seed: SEED, numRuns: 12 },
      ),
    ]
    for (const [now, before, search] of cases)
      for (const actor of [member, staff, admin]) {
        const filter = { ...asked(now, before), ...(search && { search }) }
        const { totals, products, customers } = await compare(actor, filter)
        expect({ totals, products, customers }, JSON.stringify(filter)).toEqual(
          expectedComparison(seen(actor, search), now, before, false),
        )
      }
  })

  it('open the lines of either with the same sums', async () => {
    const [now, before]: Period[] = [
      [2024 * 12 + 10, 2025 * 12 + 1],
      [2022 * 12 + 5, 2024 * 12 + 2],
    ]
    for (const actor of [member, staff, admin]) {
      const { totals, products, customers } = await compare(actor, asked(now as Period, before as Period))
      for (const [side, [first, last]] of [
        ['current', now as Period],
        ['previous', before as Period],
      ] as const) {
        const period = { currency: 'CAD', from: text(first), to: text(last) }
        for (const [part, figures] of [
          [{}, totals.figures],
          [{ product: products.items[0].key }, products.items[0].figures],
          [{ customer: customers.items[1].key }, customers.items[1].figures],
        ]) {
          const { body } = await actor.get(
            `/api/v1/sales/lines?${query({ ...period, ...part, limit: 1000 })}`,
          )
          expect(body.sums).toMatchObject({
            quantity: figures.quantity[side],
            amount: figures.revenue[side],
          })
          expect(body.items.length).toBe(body.sums.lines)
        }
      }
    }
  })

  it('are the year to date and the same months before, when none are named', async () => {
    const compared = await compare(admin)
    expect([compared.period, compared.against, compared.beyond]).toEqual([
      { from: '2025-01', to: '2025-07' },
      { from: '2024-01', to: '2024-07' },
      false,
    ])
    const { comparison } = (await admin.get('/api/v1/sales/analytics?currency=CAD')).body
    expect(compared.totals.figures).toEqual({ quantity: comparison.quantity, revenue: comparison.revenue })
    const one = await compare(admin, { from: '2025-08', to: '2025-08' })
    expect([one.against, one.beyond]).toEqual([{ from: '2024-08', to: '2024-08' }, true])
  })

  it('add up what is beyond the twenty largest, which opens its lines', async () => {
    const tenantId = await aTenant(portal)
    const many = Array.from({ length: 23 }, (_, at) =>
      aLine({
        tenantId,
        itemName: `Item ${String(at).padStart(2, '0')}`,
        customerName: `Shop ${at}`,
        amountCents: 100 * (30 - at),
      }),
    )
    await portal.owner((tx) => writeLines(tx, many))
    lines.push(...many)
    const [now, before] = [oneYear(2024), oneYear(2023)]
    const owner = await aMember(portal, tenantId)
    const shown = await compare(owner, asked(now, before))
    expect(shown.products.items.map((item: Json) => item.name)[19]).toBe('Item 19')
    expect([shown.products.others, shown.products.rest.revenue.current]).toEqual([3, '27.00'])
    expect(shown.customers).toBeNull()

    const others = async (actor: Actor, list: string, side: Period, beside: Period, more = {}) => {
      const periods = {
        from: text(side[0]),
        to: text(side[1]),
        besideFrom: text(beside[0]),
        besideTo: text(beside[1]),
      }
      return actor.get(
        `/api/v1/sales/lines?${query({ currency: 'CAD', others: list, limit: 1000, ...periods, ...more })}`,
      )
    }
    for (const [actor, list, most] of [
      [owner, 'products', 3],
      [admin, 'products', 1],
      [admin, 'customers', 1],
    ] as const) {
      const compared = await compare(actor, asked(now, before))
      expect(compared[list].others, list).toBeGreaterThanOrEqual(most)
      for (const [side, one, other] of [
        ['current', now, before],
        ['previous', before, now],
      ] as const) {
        const { rest } = compared[list]
        const { body } = await others(actor, list, one, other)
        expect(body.sums).toMatchObject({ quantity: rest.quantity[side], amount: rest.revenue[side] })
        expect(body.items.length).toBe(body.sums.lines)
      }
    }
    const found = await compare(admin, { ...asked(now, before), search: 'item' })
    expect((await others(admin, 'products', now, before, { search: 'item' })).body.sums.amount).toBe(
      found.products.rest.revenue.current,
    )
    expect((await others(owner, 'customers', now, before)).body.sums.lines).toBe(0)
    for (const bad of [
      'others=products',
      'others=rest&from=2024-01&to=2024-02&besideFrom=2023-01&besideTo=2023-02',
    ]) {
      const answer = await owner.get(`/api/v1/sales/lines?${bad}`)
      expect([answer.status, answer.body.code], bad).toEqual([422, 'validation'])
    }
    const current = await others(owner, 'products', now, before, { dataset: 'current' })
    expect(current.status).toBe(422)
  })
})

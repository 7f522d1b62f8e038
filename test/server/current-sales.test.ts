import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifySales } from '../../src/features/sales/server/verify-sales.ts'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { type Answer, createClient, type Json } from '../support/client.ts'
import { expectedCurrent, foundInCurrent } from '../support/current-sales-oracle.ts'
import { counts, peek, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { aRandomFilter, aRandomLine } from '../support/sales-arbitraries.ts'
import type { TestLine } from '../support/sales-lines.ts'
import { customerOf, money, type OracleFilter, productOf } from '../support/sales-oracle.ts'
import { SEED } from '../support/seed.ts'
import { readXlsx } from '../support/xlsx.ts'

/** The newest month of anybody up to then is of sales history: the calendar is that of both datasets. */
const CALENDAR = { year: 2025, throughMonth: 8, day: '2025-08-31' }
const CODES = ['C1', 'C2', 'C3', 'C4', 'C5']

let portal: TestPortal
let tenants: [number, number, number]
let lines: TestLine[]
let member: Actor
let other: Actor
let staff: Actor
let admin: Actor

beforeAll(async () => {
  console.log(`current sales: TEST_SEED=${SEED}`)
  portal = await startTestPortal({ REPORTING_AS_OF: CALENDAR.day })
  const coded = (mark: string) => CODES.map((code) => `${mark}-${code}`)
  tenants = [
    await aTenant(portal, { clientCodes: coded('one') }),
    await aTenant(portal, { currency: 'USD', clientCodes: coded('two') }),
    await aTenant(portal, { clientCodes: coded('three') }),
  ]
  const marks = new Map(
    [tenants[0], tenants[1], tenants[2], 0].map((id, at) => [id, ['one', 'two', 'three', 'no'][at]]),
  )
  lines = fc
    .sample(aRandomLine([...tenants, 0]), { seed: SEED, numRuns: 600 })
    // Nobody's sales of August 2025 are in this dataset.
    .map((line) => ({
      ...line,
      month: line.year === 2025 && line.month === 8 ? 7 : line.month,
      clientCode: `${marks.get(line.tenantId)}-${line.clientCode}`,
    }))
  const send = sender(portal.url, await aKey(portal))
  const answer = await send('current-sales', lines.map(asSent))
  expect([answer.status, counts(answer.body)], answer.text.slice(0, 500)).toEqual([
    200,
    { received: lines.length, inserted: lines.length },
  ])
  expect(counts((await send('sales-history', [sale('h', { Year: 2025, Month: 8 })])).body)).toEqual({
    received: 1,
    inserted: 1,
  })
  member = await aMember(portal, tenants[0])
  other = await aMember(portal, tenants[1])
  staff = await aStaffMember(portal, 'finance', [tenants[0], tenants[1]])
  admin = await anAdministrator(portal)
}, 60_000)
afterAll(() => portal?.close())

const asSent = (line: TestLine, at: number) => ({
  id: `line ${at}`,
  SO: line.invoiceNo,
  Year: line.year,
  Month: line.month,
  Code: line.itemNo,
  Prod_Name: line.itemName,
  Unit: 'UN',
  'Qty Sent': line.quantity / 1000,
  'Unit Price': '12.3456',
  Total: money(BigInt(line.amountCents)),
  Currency: line.currency,
  Lot: `L${at}`,
  'Account Number': line.clientCode,
  Customer: line.customerName,
})
const query = (filter: object) =>
  new URLSearchParams(
    Object.entries(filter).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString()
const screenOf = async (actor: Actor, filter: object = {}): Promise<Json> => {
  const answer = await actor.get(`/api/v1/sales/current?${query(filter)}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const linesOf = async (actor: Actor, filter: object): Promise<Json> => {
  const answer = await actor.get(`/api/v1/sales/lines?${query({ dataset: 'current', ...filter })}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const seen = (actor: Actor) => {
  if (actor === admin) return lines
  const own = actor === staff ? tenants.slice(0, 2) : [actor === member ? tenants[0] : tenants[1]]
  return lines.filter((line) => own.includes(line.tenantId))
}
/** Some order numbers, whole and in part, beside the terms of sales history. */
const aFilter = fc.oneof(
  aRandomFilter,
  fc.record({ search: fc.constantFrom('INV-7', 'inv-1', 'v-2', '-3', '42', 'INV-', 'one-c1') }),
)

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
    for (const [client, status, code] of cases)
      for (const path of ['/api/v1/sales/current', '/api/v1/sales/lines?dataset=current']) {
        const answer = await client.get(path)
        expect([answer.status, answer.body.code]).toEqual([status, code])
      }
    for (const bad of [
      'year=99999',
      'year=abc',
      'month=13',
      'currency=cad',
      `search=${'x'.repeat(10_000)}`,
    ]) {
      const answer = await member.get(`/api/v1/sales/current?${bad}`)
      expect([answer.status, answer.body.errors?.[0]?.path], bad).toEqual([422, bad.split('=')[0]])
    }
    for (const bad of ['quarter=7', 'throughMonth=13', `code=${'x'.repeat(101)}`, 'limit=0', 'cursor=abc'])
      expect((await member.get(`/api/v1/sales/lines?dataset=current&${bad}`)).status, bad).toBe(422)
  })

  it("shows nothing of another tenant's: not by search, order number, code, customer, cursor or count", async () => {
    const secret = { ...(lines[0] as TestLine), tenantId: tenants[1], clientCode: 'two-C1', currency: 'CAD' }
    Object.assign(secret, {
      invoiceNo: 'ZEPHYR-9',
      itemNo: 'Z9',
      itemName: 'Zephyr',
      customerName: 'Zephyr Ltd',
    })
    const send = sender(portal.url, await aKey(portal))
    await send('current-sales', [asSent(secret, lines.length)])
    lines.push(secret)
    expect((await linesOf(other, { search: 'phyr-9', currency: 'CAD' })).items).toMatchObject([
      { so: 'ZEPHYR-9', itemNo: 'Z9', product: 'Zephyr', unit: 'UN', lot: `L${lines.length - 1}` },
    ])
    const nothing = {
      items: [],
      nextCursor: null,
      total: 0,
      sums: { quantity: 0, amount: '0.00', lines: 0 },
      units: null,
    }
    for (const part of [
      { search: 'ZEPHYR-9' },
      { code: 'Z9' },
      { product: 'Zephyr' },
      { customer: 'Zephyr Ltd' },
    ])
      expect(await linesOf(member, { currency: 'CAD', ...part })).toEqual(nothing)
    const unheard = await screenOf(member, { currency: 'CAD', search: 'nothing like it' })
    expect(await screenOf(member, { currency: 'CAD', search: 'zephyr' })).toEqual(unheard)
    const rest = await linesOf(member, { currency: 'CAD', limit: 1000 })
    expect(
      rest.items.every((line: Json) => line.clientCode === null || line.clientCode.startsWith('one-')),
    ).toBe(true)
  })
})

describe('every figure', () => {
  it('is the sum over all lines that the filter selects, for member, staff and administrator', async () => {
    const filters: OracleFilter[] = [{}, ...fc.sample(aFilter, { seed: SEED, numRuns: 24 })]
    for (const filter of filters)
      for (const [actor, home] of [
        [member, 'CAD'],
        [other, 'USD'],
        [staff, 'CAD'],
        [admin, 'CAD'],
      ] as const) {
        const { dataVersion, asOf, ytd, ...rest } = await screenOf(actor, filter)
        // What the other dataset has is two-datasets.test.ts.
        const { otherDataset: _, ...own } = ytd
        const figures = { ...rest, ytd: own }
        expect(figures, JSON.stringify(filter)).toEqual(expectedCurrent(seen(actor), filter, home, CALENDAR))
        expect([typeof dataVersion, Number.isNaN(Date.parse(asOf))]).toEqual(['number', false])
      }
  })

  it('opens its lines, page by page, with the same sums', async () => {
    for (const filter of fc.sample(aFilter, { seed: SEED + 1, numRuns: 6 }))
      for (const actor of [member, staff, admin]) {
        const { totals } = await screenOf(actor, filter)
        const items: Json[] = []
        let cursor: string | null = null
        do {
          const page: Json = await linesOf(actor, { ...filter, limit: 37, ...(cursor ? { cursor } : {}) })
          if (!cursor)
            expect(page.sums).toEqual({
              quantity: totals.quantity,
              amount: totals.revenue,
              lines: totals.lines,
            })
          items.push(...page.items)
          cursor = page.nextCursor
        } while (cursor)
        expect(new Set(items.map((item) => item.id)).size).toBe(totals.lines)
      }
  })

  it('opens the lines of year-to-date, of a code in either year, of a month and of a product', async () => {
    for (const actor of [member, staff, admin])
      for (const filter of [{}, { month: 3 }, { search: 'blend' }]) {
        const { ytd, comparison, months, topProducts } = await screenOf(actor, filter)
        const through = { ...filter, throughMonth: ytd.throughMonth, limit: 1 }
        for (const [at, which] of [
          [0, 'previous'],
          [1, 'current'],
        ] as const) {
          const { sums } = await linesOf(actor, { ...through, year: ytd.years[at] })
          expect([sums.quantity, sums.amount]).toEqual([ytd.quantity[which], ytd.revenue[which]])
          for (const row of comparison.slice(0, 5)) {
            const of = await linesOf(actor, { ...through, year: ytd.years[at], code: row.code })
            expect([of.sums.quantity, of.sums.amount]).toEqual([row[which].quantity, row[which].revenue])
          }
        }
        const { sums: ofMonth } = await linesOf(actor, { ...filter, month: 3 })
        expect([ofMonth.quantity, ofMonth.amount]).toEqual([months[2].quantity, months[2].revenue])
        for (const { key, quantity, revenue } of topProducts) {
          const { sums } = await linesOf(actor, { ...filter, product: key })
          expect([sums.quantity, sums.amount]).toEqual([quantity, revenue])
        }
      }
  })

  it('opens by customer, quarter and order number too', async () => {
    const own = seen(member).filter((line) => line.currency === 'CAD')
    for (const customer of new Set(own.map(customerOf))) {
      const { total } = await linesOf(member, { customer, search: 'inv-1', quarter: 2 })
      const expected = own.filter(
        (line) =>
          customerOf(line) === customer && foundInCurrent(line, 'inv-1') && Math.ceil(line.month / 3) === 2,
      )
      expect(total, customer).toBe(expected.length)
    }
    expect((await linesOf(member, { throughMonth: 0 })).total).toBe(0)
    expect(new Set(own.map(productOf)).size).toBeGreaterThan(10)
  })

  it('answers 304 until the data moves', async () => {
    const first = await member.get('/api/v1/sales/current')
    const tag = first.headers.get('etag') as string
    const again: Answer = await member.get('/api/v1/sales/current', { headers: { 'if-none-match': tag } })
    expect(again.status).toBe(304)
    const send = sender(portal.url, await aKey(portal))
    const moved = { ...(lines[0] as TestLine), tenantId: tenants[0], clientCode: 'one-C1' }
    await send('current-sales', [asSent(moved, lines.length)])
    lines.push(moved)
    expect((await member.get('/api/v1/sales/current', { headers: { 'if-none-match': tag } })).status).toBe(
      200,
    )
  })

  it('leaves as a workbook, and its comparison as CSV, each on record, in the asker’s language', async () => {
    const { comparison, totals, months, ytd } = await screenOf(member, { month: 3 })
    const path = '/api/v1/sales/current/export'
    expect((await createClient(portal.url).get(path)).status).toBe(401)
    expect((await member.get(`${path}?format=pdf`)).status).toBe(422)
    const csv = (await member.get(`${path}?format=csv&month=3`)).body as string
    expect(csv.trim().split('\r\n')).toHaveLength(comparison.length + 1)
    for (const { code, current } of comparison) {
      expect(csv).toContain(code)
      expect(csv).toContain(current.revenue)
    }
    const headers = { cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const file = await fetch(`${portal.url}${path}?month=3`, {
      headers: { ...headers, 'accept-language': 'fr-CA' },
    })
    expect(file.headers.get('content-disposition')).toContain('ventes-de-l-annee-')
    const sheets = readXlsx(Buffer.from(await file.arrayBuffer()))
    const names = ['Sommaire', 'Mois', 'Tendance mensuelle', 'Premiers produits', 'Comparaison', 'Filtres']
    expect(sheets.map(({ name }) => name)).toEqual(names)
    expect(JSON.stringify(sheets[0])).toContain(String(Number(totals.revenue)))
    expect(sheets[0]?.rows.at(-1)?.at(-1)).toBe(`${ytd.years.join(' / ')}, 3`)
    expect(sheets[2]?.rows.slice(1).map(([month, quantity, revenue]) => [month, quantity, revenue])).toEqual(
      months.map((of: Json) => [of.month, of.quantity, Number(of.revenue)]),
    )
    expect(sheets[4]?.rows).toHaveLength(comparison.length + 1)
    expect(sheets[5]?.rows.slice(1, 4)).toEqual([
      ['Recherche', 'tous'],
      ['Année', 'tous'],
      ['Mois', '3'],
    ])
    const acts = await peek(
      portal,
      `select new from portal.audit_log where action = 'current_sales.exported' order by at`,
    )
    expect(acts.map((act: Json) => [act.new.format, act.new.lines])).toEqual([
      ['csv', totals.lines],
      ['xlsx', totals.lines],
    ])
  })

  it('leaves sums that every line agrees with, and sales history untouched', async () => {
    expect(await portal.owner(verifySales)).toEqual([])
    expect((await admin.get('/api/v1/sales/history')).body.totals.lines).toBe(1)
  })
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { counts, currentSale, peek, type Sender, sale, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { comparedSumsIn } from '../support/sales-sums.ts'
import { SEED } from '../support/seed.ts'

let portal: TestPortal
let one: number
let two: number
let send: Sender
let member: Actor
let other: Actor
let admin: Actor

beforeAll(async () => {
  console.log(`ingestion of current sales: TEST_SEED=${SEED}`)
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  one = await aTenant(portal, { clientCodes: ['A'], clientNames: ['By name'] })
  two = await aTenant(portal, { clientCodes: ['B'], currency: 'USD' })
  send = sender(portal.url, await aKey(portal))
  member = await aMember(portal, one)
  other = await aMember(portal, two)
  admin = await anAdministrator(portal)
})
afterAll(async () => {
  expect(await stagedRows(portal)).toBe(0)
  expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
  await portal.close()
})

const ingest = async (rows: unknown, options = '') => {
  const answer = await send(`current-sales${options}`, rows)
  if (answer.status !== 200) throw new Error(answer.text)
  return counts(answer.body)
}
const linesOf = async (actor: Actor, filter = ''): Promise<Json[]> =>
  (await actor.get(`/api/v1/sales/lines?dataset=current&limit=1000${filter}`)).body.items

const WHOLE = {
  id: 'whole',
  SO: 'SO-1',
  Year: '2025',
  Month: 8,
  Code: 'GH-60',
  Prod_Name: 'Gut Health',
  Unit: 'KG',
  'Qty Sent': '-12,5',
  'Unit Price': '98.7654',
  Total: '(1 234,56 $)',
  Currency: 'CAD',
  Lot: 'L1',
  'Account Number': 'A',
  Customer: 'Clinique',
}

describe('a row', () => {
  it('is refused with its field and reason, and the good ones land', async () => {
    const { body } = await send('current-sales', [
      {},
      currentSale('x1', { Year: '20255' }),
      currentSale('x2', { Month: 13 }),
      currentSale('x3', { 'Qty Sent': 'abc' }),
      currentSale('x4', { Total: '1e3' }),
      currentSale('x5', { Total: '' }),
      currentSale('x6', { Lot: 'x'.repeat(101) }),
      currentSale('x7', { Currency: 'dollars' }),
      currentSale('right'),
    ])
    expect(counts(body)).toEqual({ received: 9, inserted: 1, rejected: 8 })
    const told = body.errors.map(({ row, field, code }: Json) => [row, field, code])
    expect(told.filter(([row]: Json[]) => row === 1).map(([, field]: Json[]) => field)).toEqual([
      'id',
      'Qty Sent',
      'Total',
      'Year',
      'Month',
    ])
    expect(told.filter(([row]: Json[]) => row > 1).map(([row, field]: Json[]) => [row, field])).toEqual([
      [2, 'Year'],
      [3, 'Month'],
      [4, 'Qty Sent'],
      [5, 'Total'],
      [6, 'Total'],
      [7, 'Lot'],
      [8, 'Currency'],
    ])
    expect(await ingest([{ id: 'right', _op: 'delete' }])).toEqual({ received: 1, deleted: 1 })
  })

  it('keeps every column of the source, in either spelling, and shows it in the lines and to SQL tools', async () => {
    const plain = { ...WHOLE, Year: 2025 }
    expect(await ingest([plain])).toEqual({ received: 1, inserted: 1 })
    const snake = Object.fromEntries(
      Object.entries(plain).map(([name, value]) => [name.toLowerCase().replaceAll(' ', '_'), value]),
    )
    expect(await ingest([snake])).toEqual({ received: 1, unchanged: 1 })
    expect(await linesOf(member)).toEqual([
      {
        id: expect.any(Number),
        year: 2025,
        month: 8,
        so: 'SO-1',
        itemNo: 'GH-60',
        itemName: 'Gut Health',
        product: 'Gut Health',
        unit: 'KG',
        quantity: -12.5,
        unitPrice: '98.7654',
        amount: '-1234.56',
        currency: 'CAD',
        lot: 'L1',
        clientCode: 'A',
        customer: 'Clinique',
        orderId: null,
      },
    ])
    expect(await peek(portal, 'select * from legacy."GH Current Sales"')).toEqual([
      {
        id: 'whole',
        SO: 'SO-1',
        Year: 2025,
        Month: 8,
        Code: 'GH-60',
        Prod_Name: 'Gut Health',
        Unit: 'KG',
        'Qty Sent': '-12.5',
        'Unit Price': '98.765400',
        Total: '-1234.56',
        Currency: 'CAD',
        Lot: 'L1',
        'Account Number': 'A',
        Customer: 'Clinique',
      },
    ])
  })

  it('needs no order, and then counts in none', async () => {
    await ingest([currentSale('no order', { SO: '', 'Account Number': 'A' })])
    const { totals } = (await member.get('/api/v1/sales/current')).body
    expect([totals.lines, totals.orders]).toEqual([2, 1])
  })

  it('takes the currency of its client when it names none', async () => {
    await ingest([currentSale('usd', { 'Account Number': 'B' })])
    expect((await linesOf(other)).map(({ currency }) => currency)).toEqual(['USD'])
  })

  it('is not the sale of the same number in sales history', async () => {
    expect(counts((await send('sales-history', [sale('usd', { 'Client Code': 'B' })])).body)).toEqual({
      received: 1,
      inserted: 1,
    })
    expect(await ingest([{ id: 'usd', _op: 'delete' }])).toEqual({ received: 1, deleted: 1 })
    expect((await other.get('/api/v1/sales/history')).body.totals.lines).toBe(1)
  })
})

describe('over time', () => {
  it('a row moves with its client, from the unassigned ones too; older ones are stale', async () => {
    const at = (minute: number) => ({ 'Updated At': `2025-08-01T10:0${minute}:00Z` })
    await ingest([currentSale('m', { 'Account Number': 'nobody', ...at(1) })])
    expect((await linesOf(admin, '&search=SO-m')).map(({ tenantName }) => tenantName)).toEqual([undefined])
    expect(await ingest([currentSale('m', { 'Account Number': 'A', ...at(2) })])).toEqual({
      received: 1,
      updated: 1,
      moved: 1,
    })
    expect(await linesOf(member, '&search=so-M')).toHaveLength(1)
    expect(await ingest([currentSale('m', { 'Account Number': 'B', ...at(3) })])).toEqual({
      received: 1,
      updated: 1,
      moved: 1,
    })
    expect(await linesOf(member, '&search=SO-m')).toEqual([])
    expect(await linesOf(other, '&search=SO-m')).toHaveLength(1)
    expect(await ingest([currentSale('m', { 'Account Number': 'A', ...at(2) })])).toEqual({
      received: 1,
      stale: 1,
    })
    expect(await ingest([{ id: 'm', _op: 'delete', ...at(4) }])).toEqual({ received: 1, deleted: 1 })
    expect(await linesOf(admin, '&search=SO-m')).toEqual([])
  })

  it('without a code the exact name finds the client', async () => {
    await ingest([currentSale('named', { Customer: 'By name' })])
    expect(await linesOf(member, '&search=SO-named')).toHaveLength(1)
  })

  it('a batch is refused when its sums are others, and tells what the tables hold when they agree', async () => {
    const rows = [
      currentSale('c1', { 'Account Number': 'A' }),
      currentSale('c2', { 'Account Number': 'A', Total: '0.01' }),
    ]
    const controls = (amount: string) =>
      `?controls=${encodeURIComponent(JSON.stringify({ rows: 2, quantity: 2, amount }))}`
    const refused = await send(`current-sales${controls('10.02')}`, rows)
    expect([refused.status, refused.body.code]).toEqual([422, 'controls_mismatch'])
    expect(await ingest(rows, controls('10.01'))).toEqual({ received: 2, inserted: 2 })
  })

  it('a month, a year or everything is replaced as a whole, when that is meant', async () => {
    await ingest([1, 2, 3].map((n) => currentSale(`r${n}`, { Year: 2024, Month: n, 'Account Number': 'A' })))
    const refused = await send('current-sales?mode=replace&scope=2024', [])
    expect([refused.status, refused.body.code]).toEqual([409, 'replace_confirm'])
    expect(await ingest([], '?mode=replace&scope=2024-02&confirm=true')).toEqual({ deleted: 1, removed: 1 })
    const outside = await send('current-sales?mode=replace&scope=2024&confirm=true', [
      currentSale('r1', { Year: 2024, Month: 1, 'Account Number': 'A' }),
      currentSale('r9', { Year: 2023, Month: 1, 'Account Number': 'A' }),
    ])
    expect(counts(outside.body)).toEqual({ received: 2, unchanged: 1, rejected: 1, deleted: 1, removed: 1 })
    expect((await linesOf(member, '&year=2024')).length).toBe(1)
  })

  it('tells streams and feeds, and the audit once', async () => {
    const { body } = await send('current-sales', [currentSale('told', { 'Account Number': 'A' })])
    const events = await peek(
      portal,
      `select tenant_id, topic, module, permission from portal.outbox where payload ->> 'batch' = $1 order by 1`,
      [String(body.batchId)],
    )
    expect(events).toEqual(
      [0, one].map((tenant_id) => ({ tenant_id, topic: 'sales', module: 'sales', permission: 'sales.read' })),
    )
    const feeds = (await member.get('/api/v1/feeds')).body.items
    expect(feeds.find(({ kind }: Json) => kind === 'current-sales')).toMatchObject({ expectedEvery: 93600 })
    const audit = await peek(
      portal,
      `select new ->> 'kind' as kind from portal.audit_log where action = 'ingest.batch' and object_id = $1`,
      [String(body.batchId)],
    )
    expect(audit).toEqual([{ kind: 'current-sales' }])
  })
})

it('comes from a file too, under other headings', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-current-'))
  const place = (name: string, text: string) => {
    fs.writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  const table = place('table.csv', 'No;An;Mois;Qté;Montant;Compte\nf1;2025;2;1,5;2,50;A\nf2;2025;2;1;x;A\n')
  const columns = {
    No: 'id',
    An: 'Year',
    Mois: 'Month',
    Qté: 'Qty Sent',
    Montant: 'Total',
    Compte: 'Account Number',
  }
  const mapping = place('mapping.json', JSON.stringify({ columns, decimal: ',' }))
  const { code, stdout, stderr } = await runCommand(portal, [
    'import',
    'current-sales',
    table,
    '--mapping',
    mapping,
  ])
  expect([code, counts(JSON.parse(stdout))]).toEqual([1, { received: 2, inserted: 1, rejected: 1 }])
  expect(stderr).toContain('Total')
  const verified = await runCommand(portal, ['verify-sales'])
  expect([verified.code, verified.stdout]).toEqual([0, 'every sum is that of its lines\n'])
  fs.rmSync(folder, { recursive: true, force: true })
}, 60_000)

const OPERATION = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  gone: fc.constantFrom(false, false, false, true),
  client: fc.constantFrom('A', 'B', 'nobody'),
  so: fc.constantFrom('', 'S1', 'S2', 'S3'),
  year: fc.constantFrom(2024, 2025),
  month: fc.constantFrom(1, 2, 12),
  code: fc.constantFrom('1', '2'),
  currency: fc.constantFrom('CAD', 'USD'),
  quantity: fc.integer({ min: -9, max: 9 }),
  cents: fc.integer({ min: -999, max: 999 }),
})

it('keeps every sum exact, whatever comes and goes', async () => {
  const batches = fc.array(fc.array(OPERATION, { minLength: 1, maxLength: 12 }), {
    minLength: 4,
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(batches, async (all) => {
      for (const operations of all) {
        await ingest(
          operations.map(({ id, gone, client, so, year, month, code, currency, quantity, cents }) =>
            gone
              ? { id: `p${id}`, _op: 'delete' }
              : currentSale(`p${id}`, {
                  'Account Number': client,
                  SO: so,
                  Year: year,
                  Month: month,
                  Code: code,
                  Currency: currency,
                  'Qty Sent': quantity,
                  Total: cents / 100,
                }),
          ),
          // One batch may name a row several times.
          '?duplicates=last',
        )
        const { expected, actual } = await comparedSumsIn(portal.location, 'current')
        expect(actual).toEqual(expected)
      }
    }),
    { seed: SEED, numRuns: 6 },
  )
}, 60_000)

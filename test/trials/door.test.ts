import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, anAdministrator } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

/** Files as real systems export them, and what must come of each; every one by a source that knows nothing yet. */
const DOOR = new URL('../../../shared/data/door/', import.meta.url)

type Settings = { decimal?: string; encoding?: string; duplicates?: string; mapping?: object }
type Landed = { lines?: number; orders?: number; quantity?: string; amount: string }
type Expected = Settings & {
  kind: string
  landed?: Landed
  rejected?: { line: number; code: string }[]
  refused?: string
  names_column?: string
  with?: (Settings & { landed: Landed })[]
  dates?: Record<string, string>
  names?: string[]
  by_customer?: Record<string, Landed>
  invoices?: { no: string; total: string }[]
  verdicts?: Record<string, string>
  groups?: Record<string, string>
  lot?: string
  lots?: Record<string, string>
  expiry?: Record<string, string>
}
const files = Object.entries(
  JSON.parse(fs.readFileSync(new URL('expected.json', DOOR), 'utf8')) as Record<string, Expected>,
)

let portal: TestPortal
let folder: string
let admin: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await anAdministrator(portal)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-door-'))
})
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true })
  await portal?.close()
})

type Sent = { status: number; body: Json }
type Way = (name: string, kind: string, source: string, settings: Settings) => Promise<Sent>

const byCommand: Way = async (name, kind, source, { mapping, ...options }) => {
  const file = path.join(folder, `${source}.json`)
  if (mapping) fs.writeFileSync(file, JSON.stringify(mapping))
  const given = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value as string])
  const { code, stdout, stderr } = await runCommand(portal, [
    ...['import', kind, new URL(name, DOOR).pathname, '--source', source, '--json'],
    ...(mapping ? ['--mapping', file] : []),
    ...given,
  ])
  expect(stdout, stderr).not.toBe('')
  const body = JSON.parse(stdout)
  const refused = 'title' in body
  expect(code).toBe(refused || body.rejected > 0 ? 1 : 0)
  return { status: refused ? body.status : 200, body }
}

const overHttp: Way = async (name, kind, source, { mapping, ...options }) => {
  const key = await aKey(portal, { source })
  const bytes = fs.readFileSync(new URL(name, DOOR))
  const form = new FormData()
  form.append('mapping', new Blob([JSON.stringify(mapping ?? {})]))
  form.append('file', new Blob([bytes]), name)
  const response = await fetch(`${portal.url}/api/v1/ingest/${kind}?${new URLSearchParams(options)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: mapping ? form : bytes,
  })
  return { status: response.status, body: (await response.json()) as Json }
}

/** A decimal text in billionths. */
const exact = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(9, '0'))
}
const added = (sums: Json[], field: 'quantity' | 'amount') =>
  sums.reduce((sum: bigint, of: Json) => sum + exact(of[field] ?? '0'), 0n)

function expectLanded({ status, body }: Sent, { lines, orders, quantity, amount }: Landed) {
  expect([status, body.code]).toEqual([200, undefined])
  expect(body.received - body.rejected - body.repeated).toBe(lines ?? orders)
  expect(added(body.sums, 'amount')).toBe(exact(amount))
  if (quantity !== undefined) expect(added(body.sums, 'quantity')).toBe(exact(quantity))
}

const ofSource = (source: string) => `(select id from auth.ingest_sources where name = '${source}')`

describe.each([
  ['by the command line', byCommand],
  ['over HTTP', overHttp],
])('the files of the door, %s', (way, send) => {
  it.each(files)(
    '%s',
    async (
      name,
      { kind, landed, rejected = [], refused, names_column, with: others = [], mapping, ...more },
    ) => {
      const source = `${way} ${name}`
      const sent = await send(name, kind, source, mapping ? { mapping } : {})
      if (refused !== undefined) {
        expect([sent.status, sent.body.code]).toEqual([422, refused])
        if (names_column) expect(JSON.stringify(sent.body.errors)).toContain(names_column)
      } else {
        expect(sent.status).toBe(200)
        const told = sent.body.errors.map(({ line, code }: Json) => ({ line, code }))
        expect(told).toEqual(rejected)
      }
      if (landed) expectLanded(sent, landed)
      await compare(source, more)
      for (const [at, { landed: expected, ...settings }] of others.entries())
        expectLanded(await send(name, kind, `${source} ${at}`, settings), expected)
    },
    120_000,
  )
})

/** What stands of a source, against what the file says beside its sums. */
async function compare(
  source: string,
  { dates, names, by_customer, invoices, verdicts, groups, lot, lots, expiry }: Partial<Expected>,
) {
  const sales = () =>
    peek(
      portal,
      `select s.source_key as key, s.invoice_date::text as date, c.customer_name as customer, s.amount_cents as cents
         from portal.unassigned_sales_history s join portal.customer_names c on c.id = s.customer_id
        where s.source_id = ${ofSource(source)}`,
    )
  if (dates) {
    const stands = await sales()
    expect(Object.fromEntries(stands.map(({ key, date }) => [key, date]))).toEqual(dates)
  }
  if (names) expect([...new Set((await sales()).map(({ customer }) => customer))]).toEqual(names)
  if (by_customer) {
    const told: Record<string, Landed> = {}
    for (const { customer, lines, quantity, cents } of await peek(
      portal,
      `select c.customer_name as customer, count(*)::int as lines, trim_scale(sum(s.quantity) / 1000)::text as quantity, sum(s.amount_cents) as cents
         from portal.unassigned_sales_history s join portal.customer_names c on c.id = s.customer_id
        where s.source_id = ${ofSource(source)} group by 1`,
    ))
      told[customer] = { lines, quantity, amount: (Number(cents) / 100).toFixed(2) }
    expect(told).toEqual(by_customer)
  }
  if (invoices) {
    const stands = await peek(
      portal,
      `select i.invoice_no as no, i.total_cents as cents, i.currency from portal.unassigned_invoices i where i.source_id = ${ofSource(source)}`,
    )
    expect(stands.map(({ no, cents }) => ({ no, total: (Number(cents) / 100).toFixed(2) }))).toEqual(invoices)
  }
  if (verdicts) {
    const stands = await peek(
      portal,
      `select r.test, r.verdict from portal.lot_results r where r.source_id = ${ofSource(source)}`,
    )
    expect(Object.fromEntries(stands.map(({ test, verdict }) => [test, verdict ?? 'unjudged']))).toEqual(
      verdicts,
    )
  }
  for (const [status, said] of Object.entries(groups ?? {}))
    for (const group of said.toLowerCase().split(', ')) {
      const { body } = await admin.get(`/api/v1/orders?group=${group.replace('not ', '')}&limit=200`)
      const found = body.items.some(({ ordStat }: Json) => ordStat === status)
      expect([status, group, found]).toEqual([status, group, !group.startsWith('not ')])
    }
  if (lot) {
    const { outOfSpecification } = (await theLot(source, Object.keys(verdicts ?? {}).length, 'L10013')).lot
    expect([lot, outOfSpecification > 0]).toEqual(['does not meet its specification', true])
  }
  if (lots) {
    const samples = await theLot(source, 2, 'L10014')
    expect(samples.lot.outOfSpecification).toBe(1)
    expect(samples.results.map(({ sample, verdict }: Json) => [sample, verdict])).toEqual([
      ['1', 'fail'],
      ['2', 'pass'],
    ])
    const again = await theLot(source, 2, 'L10015')
    expect(again.lot.outOfSpecification).toBe(0)
    const told = again.results.map(({ testedOn, stands, reason }: Json) => [testedOn, stands, reason])
    expect(told.sort()).toEqual([
      ['2026-02-01', false, null],
      ['2026-02-10', true, 'instrument fault'],
    ])
    expect(Object.keys(lots)).toEqual(['L10014', 'L10015'])
  }
  if (expiry) {
    const stands = await peek(
      portal,
      `select l.lot_no as lot, l.expires_on::text as day from portal.lots l where l.source_id = ${ofSource(source)}`,
    )
    expect(Object.fromEntries(stands.map(({ lot, day }) => [lot, day]))).toEqual(expiry)
  }
}

/** A lot once it has come behind its results; each source has it at an item of its own. */
async function theLot(source: string, results: number, lotNo: string): Promise<Json> {
  const send = sender(portal.url, await aKey(portal, { source }))
  const sent = await send('lots', [{ 'Lot No': lotNo, 'Item No': source, State: 'released' }])
  expect(sent.status).toBe(200)
  const { status, body } = await admin.get(`/api/v1/lots/${lotNo}?item=${encodeURIComponent(source)}`)
  expect([status, body.results?.length]).toEqual([200, results])
  return body
}

import fs from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import zlib from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { counts, peek, type Sender, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { SEED } from '../support/seed.ts'
import { inThisRun, readExpected, readRecords } from './sales-files.ts'

type Figures = { records: number; invoices: number; qty: number; amount: string }

const SAMPLED = 12

/** The large set by both ways, too: first over the wire, then the same file as a command, which must change nothing. */
const CASES = [
  ['scms', 'by HTTP'],
  ['scms', 'by command line'],
  ['northwind', 'by HTTP'],
  ['northwind', 'by command line'],
  ['online_retail_y1', 'by HTTP, then by command line'],
] as const

describe.each(inThisRun('ingestion', CASES, ([set]) => set))('%s, %s', (set, way) => {
  const expected = readExpected(set)
  const file = `../shared/data/sales/${set}.csv.gz`
  const tenants = new Map<string, number>()
  let portal: TestPortal
  let admin: Actor
  let send: Sender

  const overWire = async (): Promise<Json> => {
    const answer = await send('sales-history', fs.readFileSync(file), { 'content-encoding': 'gzip' })
    expect(answer.status, answer.text.slice(0, 500)).toBe(200)
    return answer.body
  }
  const byCommand = async (): Promise<Json> =>
    JSON.parse((await runCommand(portal, ['import', 'sales-history', file])).stdout)

  beforeAll(async () => {
    portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
    for (const code of await sampleClients(set))
      tenants.set(code, await aTenant(portal, { clientCodes: [code] }))
    console.log(`${set}: seed ${SEED}, clients ${[...tenants.keys()].join(' ')}`)
    send = sender(portal.url, await aKey(portal))
    admin = await anAdministrator(portal)
    const { records } = expected.totals
    expect(counts(await (way === 'by command line' ? byCommand() : overWire()))).toEqual({
      received: records,
      inserted: records,
    })
    if (way.includes(', then'))
      expect(counts(await byCommand())).toEqual({ received: records, unchanged: records })
  }, 300_000)
  afterAll(async () => {
    expect(await stagedRows(portal)).toBe(0)
    await portal?.close()
  })

  const history = async (filter: Record<string, string> = {}, actor = admin): Promise<Json> =>
    (await actor.get(`/api/v1/sales/history?${new URLSearchParams(filter)}`)).body
  const figures = ({ totals: t }: Json): Figures => ({
    records: t.lines,
    invoices: t.orders,
    qty: t.quantity,
    amount: t.amount,
  })
  const plain = ({ records, invoices, qty, amount }: Figures) => ({ records, invoices, qty, amount })

  async function showsTheFile() {
    expect(figures(await history())).toEqual(plain(expected.totals))
    for (const year of expected.by_year)
      expect(figures(await history({ year: String(year.year) }))).toEqual(plain(year))
    const members = new Map<string, Actor>()
    for (const [code, tenantId] of tenants) members.set(code, await aMember(portal, tenantId))
    let compared = 0
    for await (const row of readRecords(`expected/${set}_by_client.csv`)) {
      const member = members.get(row.client_code as string)
      if (!member) continue
      compared++
      const shown = figures(await history(row.year === 'all' ? {} : { year: row.year as string }, member))
      const { records, invoices, qty, amount } = row as Record<string, string>
      expect(shown).toEqual({
        records: Number(records),
        invoices: Number(invoices),
        qty: Number(qty),
        amount,
      })
    }
    expect(compared).toBeGreaterThan(SAMPLED)
  }

  it('shows the figures of the file, to an administrator and to single clients', showsTheFile, 120_000)

  it('answers every search and product list of the file', async () => {
    for (const one of expected.search)
      expect(figures(await history({ search: one.term }))).toEqual(plain(one))
    for (const [year, list] of Object.entries(expected.top10_item_names_by_qty)) {
      const shown = await history(year === 'all' ? {} : { year })
      expect(shown.topProducts.map((p: Json) => [p.product, p.quantity, p.amount])).toEqual(
        (list as Json[]).map(({ name, qty, amount }) => [name, qty, amount]),
      )
    }
  }, 120_000)

  it('follows corrections, deletions and a replacement, and is the file again afterwards', async () => {
    const records: Record<string, string>[] = []
    for await (const record of readRecords(`sales/${set}.csv.gz`)) records.push(record)
    const chosen = fc.sample(fc.uniqueArray(fc.nat(records.length - 1), { minLength: 60, maxLength: 60 }), {
      numRuns: 1,
      seed: SEED,
    })[0] as number[]
    const corrections = chosen.slice(0, 40).map((at) => ({
      ...records[at],
      'Qty Sold': 7,
      Amount: '7.77',
      'Client Code': [...tenants.keys()][at % tenants.size],
    }))
    const deletions = chosen.slice(40).map((at) => ({ Id: records[at]?.Id, _op: 'delete' }))
    const answer = await send('sales-history', [...corrections, ...deletions])
    expect(counts(answer.body)).toEqual({ received: 60, updated: 40, deleted: 20 })
    const shown = figures(await history())
    const cents = (amount: string) => Math.round(Number(amount) * 100)
    const was = chosen.reduce((sum, at) => sum + cents(records[at]?.Amount as string), 0)
    expect(cents(shown.amount)).toBe(cents(expected.totals.amount) - was + 40 * 777)
    expect(shown.records).toBe(expected.totals.records - 20)

    // The year with the most rows, as its file has it: the corrected come back, a row too many goes.
    const year = [...expected.by_year].sort((a: Figures, b: Figures) => b.records - a.records)[0].year
    const extra = { ...records.find((record) => Number(record.Year) === year), Id: 'one too many' }
    expect(counts((await send('sales-history', [extra])).body)).toEqual({ received: 1, inserted: 1 })
    const ofYear = records.filter((record) => Number(record.Year) === year)
    const replaced = await send(`sales-history?mode=replace&scope=${year}`, await packed(ofYear))
    expect(counts(replaced.body)).toMatchObject({ received: ofYear.length, deleted: 1 })
    expect(figures(await history({ year: String(year) }))).toEqual(
      plain(expected.by_year.find((one: Json) => one.year === year)),
    )

    await overWire()
    await showsTheFile()
    expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
  }, 240_000)

  /** As NDJSON, packed piece by piece: the portal is in this process, and its connections do not outlive a long silence. */
  const packed = (records: Record<string, string>[]) => {
    function* pieces() {
      for (let at = 0; at < records.length; at += 1000)
        yield `${records
          .slice(at, at + 1000)
          .map((record) => JSON.stringify(record))
          .join('\n')}\n`
    }
    return buffer(Readable.from(pieces()).pipe(zlib.createGzip()))
  }

  /** The biggest client and a random dozen, of those with one name: figures are given by code and name. */
  async function sampleClients(set: string): Promise<string[]> {
    const sizes = new Map<string, number>()
    const named = new Set<string>()
    for await (const row of readRecords(`expected/${set}_by_client.csv`)) {
      if (row.year !== 'all' || !row.client_code) continue
      if (named.has(row.client_code)) sizes.delete(row.client_code)
      else sizes.set(row.client_code, Number(row.records))
      named.add(row.client_code)
    }
    const biggest = [...sizes].sort((a, b) => b[1] - a[1])[0]?.[0] as string
    const others = [...sizes.keys()].filter((code) => code !== biggest)
    const sample = fc.uniqueArray(fc.constantFrom(...others), { minLength: SAMPLED, maxLength: SAMPLED })
    return [biggest, ...(fc.sample(sample, { numRuns: 1, seed: SEED })[0] as string[])]
  }
})

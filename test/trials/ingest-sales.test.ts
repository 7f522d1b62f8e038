import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { counts, peek, type Sender, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { groups } from '../support/sales-oracle.ts'
import {
  clientsOf,
  drawnClients,
  type Figures,
  fileOf,
  lineOf,
  NOBODY,
  type OfClient,
  plainFigures as plain,
  readExpected,
  readRecords,
  type TrialRecord,
} from '../support/trial-sales.ts'
import { changesOf, packed } from './changes.ts'
import { showsNames } from './clients.ts'
import { figuresOf, showsHistory } from './screens.ts'

const DRAWN = 12
const DAY = '2025-08-31'

/** The large set by both ways, too: first over the wire, then the same file as a command, which must change nothing. */
const CASES = [
  ['scms', 'by HTTP'],
  ['scms', 'by command line'],
  ['northwind', 'by HTTP'],
  ['northwind', 'by command line'],
  ['online_retail_y1', 'by HTTP, then by command line'],
] as const

describe.each(CASES)('%s, %s', (set, way) => {
  const expected = readExpected(set)
  const file = fileOf(set)
  const tenants = new Map<string, number>()
  const members = new Map<string, Actor>()
  let known: Map<string, OfClient[]>
  let nobodys: OfClient[]
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
    portal = await startTestPortal({ REPORTING_AS_OF: DAY })
    const clients = await clientsOf(set)
    known = drawnClients(set, clients, DRAWN, [biggestOf(clients)])
    nobodys = clients.get(NOBODY) ?? []
    for (const code of known.keys()) tenants.set(code, await aTenant(portal, { clientCodes: [code] }))
    for (const [code, tenantId] of tenants) members.set(code, await aMember(portal, tenantId))
    send = sender(portal.url, await aKey(portal))
    admin = await anAdministrator(portal)
    const { records } = expected.totals
    expect(counts(await (way === 'by command line' ? byCommand() : overWire()))).toEqual({
      received: records,
      inserted: records,
    })
    if (way.includes(', then'))
      expect(counts(await byCommand())).toEqual({ received: records, unchanged: records })
  }, 600_000)
  afterAll(async () => {
    expect(await stagedRows(portal)).toBe(0)
    await portal?.close()
  })

  const history = async (filter: Record<string, string> = {}, actor = admin): Promise<Json> =>
    (await actor.get(`/api/v1/sales/history?${new URLSearchParams(filter)}`)).body

  async function showsTheFile() {
    expect(figuresOf(await history())).toEqual(plain(expected.totals))
    for (const year of expected.by_year)
      expect(figuresOf(await history({ year: String(year.year) }))).toEqual(plain(year))
    for (const { code, year, figures: wanted } of [...known.values()].flat()) {
      const shown = await history(year === undefined ? {} : { year: String(year) }, members.get(code))
      expect(figuresOf(shown), `${code} ${year}`).toEqual(wanted)
    }
    await showsNames('history', known.values(), (code) => members.get(code) as Actor)
    await showsNames('history', [nobodys], () => admin)
  }

  /** Sales History and Sales Analytics of everybody and of each client, held against these records. */
  async function showsThe(records: readonly TrialRecord[]) {
    const all = records.map((record) => lineOf(record, tenants))
    const of = groups(all, ({ tenantId }) => tenantId)
    await showsHistory({ actor: admin, own: all, all, day: DAY, oneClient: false })
    for (const [code, tenantId] of tenants) {
      const actor = members.get(code) as Actor
      await showsHistory({ actor, own: of.get(tenantId) ?? [], all, day: DAY, oneClient: true })
    }
  }

  it('shows the figures of the file, to an administrator and to single clients', showsTheFile, 120_000)

  it('answers every search and product list of the file', async () => {
    for (const one of expected.search)
      expect(figuresOf(await history({ search: one.term }))).toEqual(plain(one))
    for (const [year, list] of Object.entries(expected.top10_item_names_by_qty)) {
      const shown = await history(year === 'all' ? {} : { year })
      expect(shown.topProducts.map((p: Json) => [p.product, p.quantity, p.amount])).toEqual(
        (list as Json[]).map(({ name, qty, amount }) => [name, qty, amount]),
      )
    }
  }, 120_000)

  it('follows corrections, deletions and a replacement, and is the file again afterwards', async () => {
    const records: TrialRecord[] = []
    for await (const record of readRecords(`sales/${set}.csv.gz`)) records.push(record)
    const { corrections, moved, deletions, changed } = changesOf(records, [...tenants.keys()])
    const answer = await send('sales-history', [
      ...corrections,
      ...deletions.map(({ Id }) => ({ Id, _op: 'delete' })),
    ])
    expect(counts(answer.body)).toEqual({ received: 60, updated: 40, moved, deleted: 20 })
    await showsThe(changed)

    // The year with the most rows, as its file has it: the corrected come back, a row too many goes.
    const year = [...expected.by_year].sort((a: Figures, b: Figures) => b.records - a.records)[0].year
    const extra = { ...records.find((record) => Number(record.Year) === year), Id: 'one too many' }
    expect(counts((await send('sales-history', [extra])).body)).toEqual({ received: 1, inserted: 1 })
    const ofYear = records.filter((record) => Number(record.Year) === year)
    const replaced = await send(`sales-history?mode=replace&scope=${year}`, await packed(ofYear))
    expect(counts(replaced.body)).toMatchObject({ received: ofYear.length, deleted: 1 })
    expect(figuresOf(await history({ year: String(year) }))).toEqual(
      plain(expected.by_year.find((one: Json) => one.year === year)),
    )
    await showsThe([...changed.filter((record) => Number(record.Year) !== year), ...ofYear])

    await overWire()
    await showsTheFile()
    expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
  }, 600_000)
})

/** The client with the most records. */
function biggestOf(clients: ReadonlyMap<string, OfClient[]>): string {
  const records = (of: OfClient[]) => of.find(({ year }) => year === undefined)?.figures.records ?? 0
  return [...clients]
    .filter(([code]) => code !== NOBODY)
    .sort(([, a], [, b]) => records(b) - records(a))[0]?.[0] as string
}

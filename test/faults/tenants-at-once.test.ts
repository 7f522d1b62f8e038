import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifySales } from '../../src/features/sales/server/verify-sales.ts'
import { aKey, aTenant } from '../support/actors.ts'
import { size } from '../support/form.ts'
import { currentSale, peek, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { comparedSumsIn } from '../support/sales-sums.ts'
import { startBeside } from './support/beside.ts'
import { openProof } from './support/proof.ts'

const TENANTS = 8
const BATCHES = size(2, 4)
const ROWS = size(100, 500)
const KINDS = ['sales-history', 'current-sales'] as const

const proof = openProof('tenants-at-once')
let portal: TestPortal
let processes: Awaited<ReturnType<typeof startBeside>>[]
const startBoth = () => Promise.all([startBeside(portal), startBeside(portal)])
beforeAll(async () => {
  portal = await startTestPortal()
  processes = await startBoth()
})
afterAll(async () => {
  for (const { stop } of processes ?? []) await stop()
  await portal?.close()
})

const deadlocks = async () => {
  const [row] = await peek(
    portal,
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  )
  return row.n as number
}

/** Products and customers of one list for all, drawn in another order by each: they meet in names and in sums. */
function drawBatches(loader: string) {
  const draw = (of: number) => Math.floor(proof.random() * of)
  const batches: { kind: (typeof KINDS)[number]; rows: Record<string, unknown>[]; cents: number }[] = []
  for (let batch = 0; batch < BATCHES; batch++)
    for (const kind of KINDS) {
      let cents = 0
      const rows = Array.from({ length: ROWS }, (_, at) => {
        const amount = draw(100_000)
        cents += amount
        const id = `${loader}-${batch}-${at}`
        const [item, customer] = [draw(300), draw(40)]
        const when = { Year: 2020 + draw(6), Month: 1 + draw(12), Currency: draw(5) === 0 ? 'USD' : 'CAD' }
        const name = `Customer ${customer}`
        const money = (amount / 100).toFixed(2)
        const code = `code of ${loader}`
        return kind === 'sales-history'
          ? sale(id, {
              ...when,
              'Client Code': code,
              'Customer Name': name,
              'Item No': `P${item}`,
              'Item Name': `Product ${item}`,
              'Invoice No': `I${draw(50)}`,
              Amount: money,
            })
          : currentSale(id, {
              ...when,
              'Account Number': code,
              Customer: name,
              Code: `P${item}`,
              Prod_Name: `Product ${item}`,
              SO: `S${draw(50)}`,
              Total: money,
            })
      })
      batches.push({ kind, rows, cents })
    }
  return batches
}

/** Everything of some loaders, each dataset of each in its order; whoever is turned away with 429 or 503 comes again. */
async function load(loaders: Loader[], atOnce: boolean) {
  const began = performance.now()
  let again = 0
  const refused: string[] = []
  const ofKind = async ({ key, batches, at }: Loader, kind: string) => {
    for (const [turn, { rows }] of batches.filter((batch) => batch.kind === kind).entries()) {
      const send = sender(processes[(at + turn) % 2]?.url as string, key)
      for (let tries = 0; ; tries++) {
        const { status, text, body } = await send(kind, rows)
        expect(text).not.toMatch(/40P01|deadlock/i)
        if (status === 503) refused.push(text)
        if (status === 200) {
          expect([body.inserted, body.rejected]).toEqual([ROWS, 0])
          break
        }
        expect([[429, 503].includes(status), tries < 100], text).toEqual([true, true])
        again++
      }
    }
  }
  const all = (loader: Loader) => Promise.all(KINDS.map((kind) => ofKind(loader, kind)))
  if (atOnce) await Promise.all(loaders.map(all))
  else for (const loader of loaders) await all(loader)
  const seconds = (performance.now() - began) / 1000
  return {
    rowsPerSecond: Math.round((loaders.length * 2 * BATCHES * ROWS) / seconds),
    again,
    refused: [...new Set(refused)],
  }
}
type Loader = { tenantId: number; key: string; batches: ReturnType<typeof drawBatches>; at: number }

/** A tenant with its own key, of a system of its own or of one that sends for all. */
async function aLoader(name: string, at: number, source: string): Promise<Loader> {
  const tenantId = await aTenant(portal, { clientCodes: [`code of ${name}`], source })
  const key = await aKey(portal, { tenantId, source })
  return { tenantId, key, batches: drawBatches(name), at }
}

it.each(['a source each', 'one source'])(
  'eight tenants load at the same moment, %s: no deadlock, every row there, every sum right',
  async (whose) => {
    const make = (mark: string) =>
      Promise.all(
        Array.from({ length: TENANTS }, (_, at) => {
          const name = `${whose}, ${mark} ${at}`
          return aLoader(name, at, whose === 'one source' ? mark : name)
        }),
      )
    // Names that are known already cost less: the first to send them is not timed.
    await load([await aLoader(`${whose}, first`, 0, `first, ${whose}`)], true)
    const [inTurn, together] = [await make('in turn'), await make('together')]
    const before = await deadlocks()
    const alone = await load(inTurn, false)
    const atOnce = await load(together, true)

    for (const { tenantId, batches } of [...inTurn, ...together]) {
      const [held] = await peek(
        portal,
        `select (select count(*)::int from portal.sales_history where tenant_id = $1) as history,
              (select sum(amount_cents)::text from portal.sales_history where tenant_id = $1) as "historyCents",
              (select count(*)::int from portal.current_sales where tenant_id = $1) as current,
              (select sum(amount_cents)::text from portal.current_sales where tenant_id = $1) as "currentCents"`,
        [tenantId],
      )
      const cents = (kind: string) =>
        String(batches.filter((batch) => batch.kind === kind).reduce((sum, batch) => sum + batch.cents, 0))
      expect(held).toEqual({
        history: BATCHES * ROWS,
        historyCents: cents('sales-history'),
        current: BATCHES * ROWS,
        currentCents: cents('current-sales'),
      })
    }
    expect(await peek(portal, 'select 1 from portal.unassigned_sales_history limit 1')).toEqual([])
    expect(await portal.owner(verifySales)).toEqual([])
    for (const dataset of ['history', 'current'] as const) {
      const { expected, actual } = await comparedSumsIn(portal.location, dataset)
      expect(actual).toEqual(expected)
    }
    // A session's count is seen when it is at rest: the two servers' sessions, when they ended.
    const ended = processes
    for (const { stop } of ended) await stop()
    processes = await startBoth()
    expect((await deadlocks()) - before, ended.map(({ said }) => said()).join('\n')).toBe(0)
    proof.note({
      [whose]: {
        rows: 2 * TENANTS * KINDS.length * BATCHES * ROWS,
        inTurn: alone,
        atOnce,
        ratio: Number((atOnce.rowsPerSecond / alone.rowsPerSecond).toFixed(2)),
        deadlocks: 0,
      },
    })
  },
)

it('the counter sees a deadlock where there is one', async () => {
  const before = await deadlocks()
  const [one, two] = [new pg.Client(portal.location.owner), new pg.Client(portal.location.owner)]
  const lock = (client: pg.Client, key: number) => client.query('select pg_advisory_xact_lock($1)', [key])
  for (const client of [one, two]) {
    await client.connect()
    await client.query('begin')
  }
  await lock(one, 1)
  await lock(two, 2)
  const ends = await Promise.allSettled([lock(one, 2), lock(two, 1)])
  expect(ends.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: '40P01' } }])
  for (const client of [one, two]) await client.end()
  expect((await deadlocks()) - before).toBe(1)
})

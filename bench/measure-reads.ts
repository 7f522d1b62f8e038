import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { getSalesHistory } from '../src/features/sales/server/get-sales-history.ts'
import type { BenchDatabase } from './bench-database.ts'
import type { Duck } from './duckdb.ts'
import { type Dataset, naiveQueries, name, type Question } from './naive.ts'
import { processorClock } from './processor-clock.ts'
import { once, summarise, type Timing, takeTurns } from './timing.ts'

const TODAY = '2026-11-21'
const ARGUMENTS = `$1::int[], 'CAD', '${TODAY}', $2, $3`
const SCREENS: Record<Dataset, string> = {
  history: `select portal.sales_history_screen(${ARGUMENTS}) screen`,
  current: `select portal.current_sales_screen(${ARGUMENTS}) screen`,
}
/** "gut" finds a tenth of the items and no customer, "al" more than a third of both. */
const QUESTIONS: Question[] = [1, 20, 0].flatMap((tenant) => [
  { tenant },
  { tenant, year: 2025 },
  { tenant, search: 'gut', year: 2025 },
  { tenant, search: 'al', year: 2025 },
  { tenant, search: 'gut' },
  { tenant, search: 'al' },
])
/** From here on plain SQL takes seconds for each question, and is asked once. */
const LARGE = 2_000_000

export type ReadFigures = {
  question: string
  /** The screen's call as its user, under row-level security. */
  screen: Timing
  /** The same call as a superuser, whom no policy binds. */
  unbound: Timing
  naive: Timing
  duckdb?: Timing
  /** The figures are those of the plain SQL. */
  right: boolean
}

export async function measureReads(
  bench: BenchDatabase,
  dataset: Dataset,
  rounds: number,
  duck?: Duck,
): Promise<ReadFigures[]> {
  const figures: ReadFigures[] = []
  const large = bench.rows > LARGE
  const text = SCREENS[dataset]
  for (const question of QUESTIONS) {
    const { tenant, search = null, year = null } = question
    const values = [[tenant], search, year]
    const user = await openAs(bench, tenant)
    const screen = await takeTurns(
      {
        screen: () => user.query({ name: dataset, text, values }),
        unbound: () => bench.client.query({ name: dataset, text, values }),
      },
      search === null ? rounds : large ? 2 : Math.max(5, Math.round(rounds / 4)),
      { screen: await processorClock(user), unbound: await processorClock(bench.client) },
    )
    const queries = naiveQueries(question, dataset)
    const naive: number[] = []
    const duckdb: number[] = []
    let plain = {} as Plain
    for (let round = 0; round < (large ? 1 : 3); round++) {
      naive.push(
        await once(async () => {
          for (const [part, query] of Object.entries(queries) as [keyof Plain, string][])
            plain = { ...plain, [part]: (await bench.client.query(query)).rows }
        }),
      )
      for (let turn = 0; duck && turn < 3; turn++)
        duckdb.push(
          await once(async () => {
            for (const query of Object.values(queries)) await duck.run(query)
          }),
        )
    }
    const shown = (await user.query({ name: dataset, text, values })).rows[0].screen
    await user.end()
    figures.push({
      question: name(question),
      ...screen,
      naive: summarise(naive),
      ...(duck && { duckdb: summarise(duckdb) }),
      right: agrees(plain, dataset, shown),
    })
  }
  return figures
}

/** A connection of the portal's login in a transaction of that asker, without bounds in time. */
export async function openAs({ location, token }: BenchDatabase, tenant: number): Promise<pg.Client> {
  const client = new pg.Client(location.login('portal_app'))
  await client.connect()
  await client.query('set idle_in_transaction_session_timeout = 0; set statement_timeout = 0')
  await client.query('begin read only')
  await client.query('select auth.begin_context($1)', [token(tenant)])
  return client
}

type Screen = { totals: Record<string, unknown>; years?: unknown; months: unknown; topProducts: unknown }
type Sum = { quantity: string; cents: string }
// biome-ignore lint/suspicious/noExplicitAny: rows of different questions
type Plain = Record<keyof ReturnType<typeof naiveQueries>, any[]>
function agrees({ totals, years, months, top }: Plain, dataset: Dataset, shown: Screen): boolean {
  const sum = ({ quantity, cents }: Sum) => ({
    quantity: Number(quantity),
    [dataset === 'history' ? 'amount' : 'revenue']: (Number(cents) / 100).toFixed(2),
  })
  const [all] = totals
  const { averagePerLine: _, averagePerOrder: __, ...given } = shown.totals
  const expected = {
    totals: {
      ...sum({ quantity: all.quantity ?? 0, cents: all.cents ?? 0 }),
      lines: Number(all.lines),
      orders: Number(all.orders),
    },
    years: dataset === 'history' ? years.map((row) => ({ year: row.year, ...sum(row) })) : undefined,
    months: Array.from({ length: 12 }, (_month, at) => ({
      month: at + 1,
      ...sum(months.find((row) => row.month === at + 1) ?? { quantity: 0, cents: 0 }),
    })),
    top: top.map((row) => ({ key: row.item, product: row.item, ...sum(row) })),
  }
  return isDeepStrictEqual(
    { totals: given, years: shown.years, months: shown.months, top: shown.topProducts },
    expected,
  )
}

/** The screen through the one door (begin, session, context, role, commit) against the bare call in an open transaction. */
export async function measureEnvelope(
  bench: BenchDatabase,
  rounds: number,
): Promise<Record<'door' | 'bare' | 'empty', Timing>> {
  const user = await openAs(bench, 1)
  const token = bench.token(1)
  const door = () => bench.database.withTenant(token, (tx, actor) => getSalesHistory(tx, actor, {}, TODAY))
  for (let call = 0; call < 300; call++) await door() // as warm as a portal that serves
  const figures = await takeTurns(
    {
      door,
      bare: () => user.query({ name: 'bare', text: SCREENS.history, values: [[1], null, null] }),
      empty: () => bench.database.withTenant(token, (tx) => sql`select 1`.execute(tx)),
    },
    rounds * 3,
  )
  await user.end()
  return figures
}

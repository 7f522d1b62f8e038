import type pg from 'pg'
import type { BenchDatabase } from './bench-database.ts'
import { openAs } from './measure-reads.ts'
import { once } from './timing.ts'

export type RulesFigures = {
  /** Milliseconds: what a rule would change, putting it in force over all history, and taking it back. */
  preview: number
  change: number
  back: number
  productLines: number
  /** Milliseconds in which all lines of a client leave their tenant for the unassigned ones, and come back. */
  moved: number
  away: number
  home: number
}

type Rules = { productRules: object[]; aliases: object[] }

/** What an administrator's changes of names and of assignments take; each is taken back (D3). */
export async function measureRules(bench: BenchDatabase): Promise<RulesFigures> {
  const administrator = await openAs(bench, 0)
  try {
    const before: Rules = (await ask(administrator, 'select portal.display_rules() as answer')) as Rules
    const rule = {
      field: 'name',
      kind: 'contains',
      wanted: 'al',
      digits: null,
      ignoreCase: true,
      displayName: 'One',
    }
    const after = { ...before, productRules: [rule, ...before.productRules] }
    let seen = { productLines: 0 }
    const preview = await once(async () => {
      seen = (await ask(administrator, 'select portal.preview_display_rules($1, 200) as answer', [
        JSON.stringify(after),
      ])) as typeof seen
    })
    const put = (rules: Rules) =>
      inTransaction(administrator, bench, () =>
        ask(administrator, `select to_jsonb(portal.change_display_rules($1, '{}', null)) as answer`, [
          JSON.stringify(rules),
        ]),
      )
    const change = await once(() => put(after))
    const back = await once(() => put(before))

    const { rows } = await bench.client.query(
      `select client_code, count(*)::int as lines from bench.delivered where tenant = 1
        group by 1 order by abs(count(*) - ${Math.round(bench.rows / 100)}) limit 1`,
    )
    const [{ client_code: code, lines: moved }] = rows
    const move = (from: number, to: number) =>
      inTransaction(administrator, bench, async () => {
        await ask(administrator, `select portal.lock_client(null)::text as answer`)
        const carried = await ask(
          administrator,
          'select portal.move_client(null, $1, null, $2, $3) as answer',
          [code, from, to],
        )
        if ((carried as Record<string, number>)['sales-history'] !== moved)
          throw new Error(`moved ${JSON.stringify(carried)} instead of ${moved}`)
      })
    const away = await once(() => move(1, 0))
    const home = await once(() => move(0, 1))
    return { preview, change, back, productLines: seen.productLines, moved, away, home }
  } finally {
    await administrator.end()
  }
}

const ask = async (client: pg.Client, text: string, values: unknown[] = []): Promise<unknown> =>
  (await client.query(text, values)).rows[0].answer

/** Commits, and begins the reading transaction anew. */
async function inTransaction(client: pg.Client, { token }: BenchDatabase, work: () => Promise<unknown>) {
  await client.query('commit')
  await client.query('begin')
  await client.query('select auth.begin_context($1)', [token(0)])
  await work()
  await client.query('commit')
  await client.query('begin read only')
  await client.query('select auth.begin_context($1)', [token(0)])
}

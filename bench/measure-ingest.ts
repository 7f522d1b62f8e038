import pg from 'pg'
import type { BenchDatabase } from './bench-database.ts'
import { copyIn } from './copy-in.ts'
import { once, summarise, type Timing } from './timing.ts'

const LINE = `tenant_id, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no, invoice_date,
  unit_price, tax_code, source_key`
const BATCH = 10_000

export type IngestFigures = {
  /** Lines per second. */
  copyHeap: number
  copyIndexed: number
  bulk: number
  batches: number
  oneRow: { plain: Timing; kept: Timing }
  storage: { lines: number; indexes: number; sums: number }
}

/** Landing lines: bare COPY, COPY with the sums built at its end, batches of 10,000 with the sums kept, single rows. */
export async function measureIngest({ client, rows, location }: BenchDatabase): Promise<IngestFigures> {
  const perSecond = (count: number, ms: number) => Math.round((1000 * count) / ms)
  const all = await readyText(client, 1, rows)
  const copy = (table: string, bytes: Buffer) => copyIn(client, `copy ${table} (${LINE}) from stdin`, bytes)

  await client.query('create table bench.heap (like portal.sales_history including defaults)')
  const copyHeap = perSecond(rows, await once(() => copy('bench.heap', all)))
  await client.query('drop table bench.heap')
  await client.query('create table bench.indexed (like portal.sales_history including all)')
  const copyIndexed = perSecond(rows, await once(() => copy('bench.indexed', all)))
  await client.query('drop table bench.indexed')

  await client.query('checkpoint')
  const bulk = perSecond(
    rows,
    await once(async () => {
      await client.query('begin')
      await client.query(`set local portal.bulk = 'on'`)
      await copy('portal.sales_history', all)
      await client.query('commit')
    }),
  )

  const tail = Math.floor(rows / 5 / BATCH) * BATCH
  await client.query('begin')
  await client.query(`set local portal.bulk = 'always'`)
  await client.query('delete from portal.sales_history where id > $1', [rows - tail])
  await client.query('commit')
  await vacuum(client)
  const chunks: Buffer[] = []
  for (let from = rows - tail + 1; from <= rows; from += BATCH)
    chunks.push(await readyText(client, from, from + BATCH - 1))
  await client.query('checkpoint')
  const batches = perSecond(
    tail,
    await once(async () => {
      for (const chunk of chunks) await copy('portal.sales_history', chunk)
    }),
  )
  await vacuum(client)
  return {
    copyHeap,
    copyIndexed,
    bulk,
    batches,
    oneRow: await measureOneRow(client, location.owner),
    storage: await sizes(client),
  }
}

async function readyText(client: pg.Client, from: number, to: number): Promise<Buffer> {
  const parts: string[] = []
  for (let at = from; at <= to; at += 50_000) {
    const { rows } = await client.query({
      text: `select concat_ws(E'\\t', tenant_id, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents,
        invoice_no, invoice_date, unit_price, tax_code, source_key) line from bench.ready where id between $1 and $2 order by id`,
      values: [at, Math.min(to, at + 49_999)],
    })
    parts.push(rows.map((row) => `${row.line}\n`).join(''))
  }
  return Buffer.from(parts.join(''))
}

/** A line of an invoice of its own, committed; with the triggers off and on, in turns. */
async function measureOneRow(client: pg.Client, owner: pg.ClientConfig) {
  const other = new pg.Client(owner)
  await other.connect()
  await other.query(`set session_replication_role = replica`) // no triggers
  const times = { plain: [] as number[], kept: [] as number[] }
  for (let round = 0; round < 220; round++) {
    for (const [name, by] of [
      ['plain', other],
      ['kept', client],
    ] as const) {
      const values = [
        1 + (round % 50),
        100_000_000 + 2 * round + (name === 'kept' ? 1 : 0),
        `ONE-${name}-${round}`,
      ]
      const ms = await once(() =>
        by.query({
          name: 'one',
          text: `insert into portal.sales_history (tenant_id, id, source_id, year, month, currency, item_id, customer_id, quantity,
            amount_cents, invoice_no, source_key) values ($1, $2, 1, 2026, 11, 'CAD', 5, 5, 1000, 100, $3, 'one')`,
          values,
        }),
      )
      if (round >= 20) times[name].push(ms)
    }
  }
  await other.query(`delete from portal.sales_history where source_key = 'one' and id % 2 = 0`)
  await other.end()
  await client.query(`delete from portal.sales_history where source_key = 'one'`)
  return { plain: summarise(times.plain), kept: summarise(times.kept) }
}

const KEPT = [
  'sales_totals',
  'sales_item_totals',
  'sales_customer_totals',
  'sales_items',
  'sales_customers',
  'sales_shared_invoices',
]

async function vacuum(client: pg.Client) {
  for (const table of ['sales_history', 'sales_changes', 'sales_pending', ...KEPT])
    await client.query(`vacuum analyze portal.${table}`)
}

async function sizes(client: pg.Client) {
  const { rows } = await client.query(
    `select pg_table_size('portal.sales_history') lines, pg_indexes_size('portal.sales_history') indexes,
       (select sum(pg_total_relation_size(('portal.' || t)::regclass)) from unnest($1::text[]) t)::bigint sums`,
    [KEPT],
  )
  return rows[0]
}

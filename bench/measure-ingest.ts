import pg from 'pg'
import type { BenchDatabase } from './bench-database.ts'
import { copyIn } from './copy-in.ts'
import { type Clock, processorClock } from './processor-clock.ts'
import { once, summarise, type Timing } from './timing.ts'

const LINE = `dataset, tenant_id, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, order_no, invoice_date,
  unit_price, tax_code, source_key`
const BATCH = 10_000
/** Loads of everything: each way takes its turn this often, and once where it takes minutes. */
const turnsOf = (lines: number) => (lines > 2_000_000 ? 1 : 2)
/** The newest lines, which come again in batches. */
const TAIL = 300_000

/** On the wall, and of the server's processor. */
export type Spent = { wall: Timing; processor: Timing }

/** The same lines into a bare table, into one with the keys and indexes of the sales lines, and as sales. */
export type Landed = Record<'heap' | 'indexed' | 'kept', Spent>

export type IngestFigures = {
  lines: number
  batch: number
  bulk: Landed
  batches: Landed
  oneRow: { plain: Spent; kept: Spent }
  storage: { lines: number; indexes: number; sums: number }
}

/** Landing lines with COPY: all of them with the sums built at the end, batches with the sums kept, single rows. */
export async function measureIngest({ client, rows, location }: BenchDatabase): Promise<IngestFigures> {
  const bulk = await measureBulk(client, await readyText(client, 1, rows), turnsOf(rows))
  const batches = await measureBatches(client, rows)
  await vacuum(client)
  return {
    lines: rows,
    batch: BATCH,
    bulk,
    batches,
    oneRow: await measureOneRow(client, location.owner),
    storage: await sizes(client),
  }
}

function createStopwatch(clock: Clock) {
  const wall: number[] = []
  const processor: number[] = []
  return {
    async run(work: () => Promise<unknown>) {
      const before = clock()
      wall.push(await once(work))
      processor.push(clock() - before)
    },
    forget() {
      wall.length = 0
      processor.length = 0
    },
    spent: (): Spent => ({ wall: summarise(wall), processor: summarise(processor) }),
  }
}

async function createStopwatches(client: pg.Client) {
  const clock = await processorClock(client)
  const watches = {
    heap: createStopwatch(clock),
    indexed: createStopwatch(clock),
    kept: createStopwatch(clock),
  }
  return {
    ...watches,
    landed: (): Landed => ({
      heap: watches.heap.spent(),
      indexed: watches.indexed.spent(),
      kept: watches.kept.spent(),
    }),
  }
}

const copy = (client: pg.Client, table: string, pieces: Buffer[]) =>
  copyIn(client, `copy ${table} (${LINE}) from stdin`, pieces)

/** Leaves all lines in portal.sales_lines, bench.heap and bench.indexed. */
async function measureBulk(client: pg.Client, all: Buffer[], turns: number): Promise<Landed> {
  const watch = await createStopwatches(client)
  for (let turn = 0; turn < turns; turn++) {
    await client.query('truncate portal.sales_lines')
    for (const [name, like] of [
      ['heap', 'defaults'],
      ['indexed', 'all'],
    ] as const) {
      await client.query(`drop table if exists bench.${name};
        create table bench.${name} (like portal.sales_lines including ${like}); checkpoint`)
      await watch[name].run(() => copy(client, `bench.${name}`, all))
    }
    await client.query('checkpoint')
    await watch.kept.run(async () => {
      await client.query('begin')
      await client.query(`set local portal.bulk = 'on'`)
      await copy(client, 'portal.sales_lines', all)
      await client.query('commit')
    })
  }
  return watch.landed()
}

/** The newest lines come again, batch by batch, into tables that hold the rest; each batch is a transaction. */
async function measureBatches(client: pg.Client, rows: number): Promise<Landed> {
  const tail = Math.floor(Math.min(rows / 5, TAIL) / BATCH) * BATCH
  await client.query('begin')
  await client.query(`set local portal.bulk = 'always'`)
  await client.query('delete from portal.sales_history where id > $1', [rows - tail])
  await client.query('commit')
  for (const table of ['heap', 'indexed'])
    await client.query(`delete from bench.${table} where id > $1`, [rows - tail])
  await vacuum(client)
  await client.query('vacuum analyze bench.heap')
  await client.query('vacuum analyze bench.indexed')
  await client.query('checkpoint')
  const watch = await createStopwatches(client)
  for (let from = rows - tail + 1; from <= rows; from += BATCH) {
    const chunk = await readyText(client, from, from + BATCH - 1)
    await watch.heap.run(() => copy(client, 'bench.heap', chunk))
    await watch.indexed.run(() => copy(client, 'bench.indexed', chunk))
    await watch.kept.run(() => copy(client, 'portal.sales_lines', chunk))
  }
  await client.query('drop table bench.heap, bench.indexed')
  return watch.landed()
}

async function readyText(client: pg.Client, from: number, to: number): Promise<Buffer[]> {
  const pieces: Buffer[] = [] // a text of them all would be longer than a text may be
  for (let at = from; at <= to; at += 50_000) {
    const { rows } = await client.query({
      text: `select concat_ws(E'\\t', 1, tenant_id, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents,
        invoice_no, invoice_date, unit_price, tax_code, source_key) line from bench.ready where id between $1 and $2 order by id`,
      values: [at, Math.min(to, at + 49_999)],
    })
    pieces.push(Buffer.from(rows.map((row) => `${row.line}\n`).join('')))
  }
  return pieces
}

/** A line of an invoice of its own, committed; with the triggers off and on, in turns. */
async function measureOneRow(client: pg.Client, owner: pg.ClientConfig) {
  const other = new pg.Client(owner)
  await other.connect()
  await other.query(`set session_replication_role = replica`) // no triggers
  const plain = createStopwatch(await processorClock(other))
  const kept = createStopwatch(await processorClock(client))
  for (let round = 0; round < 220; round++) {
    if (round === 20) for (const watch of [plain, kept]) watch.forget() // those warmed up
    for (const [watch, by] of [
      [plain, other],
      [kept, client],
    ] as const) {
      const values = [
        1 + (round % 50),
        100_000_000 + 2 * round + (by === client ? 1 : 0),
        `ONE-${by === client}-${round}`,
      ]
      await watch.run(() =>
        by.query({
          name: 'one',
          text: `insert into portal.sales_history (tenant_id, id, source_id, year, month, currency, item_id, customer_id, quantity,
            amount_cents, invoice_no, source_key) values ($1, $2, 1, 2026, 11, 'CAD', 5, 5, 1000, 100, $3, 'one')`,
          values,
        }),
      )
    }
  }
  await other.query(`delete from portal.sales_history where source_key = 'one' and id % 2 = 0`)
  await other.end()
  await client.query(`delete from portal.sales_history where source_key = 'one'`)
  return { plain: plain.spent(), kept: kept.spent() }
}

const KEPT = [
  'sales_sums',
  'sales_pairs',
  'sales_order_months',
  'sales_items',
  'sales_customers',
  'sales_shared_orders',
]

async function vacuum(client: pg.Client) {
  for (const table of ['sales_lines', 'sales_changes', 'sales_unsettled', ...KEPT])
    await client.query(`vacuum analyze portal.${table}`)
}

async function sizes(client: pg.Client) {
  const { rows } = await client.query(
    `select pg_table_size('portal.sales_lines') lines, pg_indexes_size('portal.sales_lines') indexes,
       (select sum(pg_total_relation_size(('portal.' || t)::regclass)) from unnest($1::text[]) t)::bigint sums`,
    [KEPT],
  )
  return rows[0]
}

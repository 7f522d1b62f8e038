import { importFile } from '../src/features/ingestion/server/import-file.ts'
import { openDatabase } from '../src/platform/server/database/open-database.ts'
import type { BenchDatabase } from './bench-database.ts'
import { once } from './timing.ts'

const HEADINGS =
  'Id,Year,Month,Client Code,Customer Name,Invoice No,Invoice Date,Qty Sold,Item No,Item Name,Amount,Unit Price,Tax Code'
const FILE = 100_000
const AT_ONCE = 8
/** Lines of each of those who load at once, and of each of their batches. */
const SHARE = 5000
const BATCH = 1000

export type UpstreamFigures = {
  lines: number
  /** Milliseconds. */
  file: number
  again: number
  loaders: number
  share: number
  batch: number
  inTurn: number
  atOnce: number
}

/**
 * The whole way of upstream rows: a CSV file read, checked, staged, planned and landed with its sums, and again when nothing
 * changed; then loaders of one client each, first in turn, then all at once. Everything is taken back.
 */
export async function measureUpstream({ client, location, rows }: BenchDatabase): Promise<UpstreamFigures> {
  const database = openDatabase(location.owner)
  const load = async (source: string, csv: string) => {
    const body = (async function* () {
      yield Buffer.from(csv)
    })()
    const { inserted, unchanged, rejected } = await importFile(database, {
      kind: 'sales-history',
      body,
      source,
    })
    if (rejected > 0) throw new Error(`${rejected} lines were rejected`)
    return { inserted, unchanged }
  }
  const csvOf = async (tenant: number | null, count: number, skip = 0) => {
    const { rows: lines } = await client.query(
      `select id, year, month, client_code, customer, invoice, invoice_date::text, quantity, item_no, item,
         (cents / 100.0)::numeric(18, 2) amount, unit_price, tax_code
         from bench.delivered ${tenant === null ? '' : `where tenant = ${tenant}`} order by id desc limit $1 offset $2`,
      [count, skip],
    )
    return [HEADINGS, ...lines.map((line) => Object.values(line).join(','))].join('\n')
  }
  try {
    // For the loaders' files alone: plain SQL is not to be helped by it.
    await client.query('create index delivered_of_tenant on bench.delivered (tenant, id)')
    // The generated lines have numbers of their own, and are of the first source.
    await client.query(`select setval('portal.sales_line_ids', 200000000)`)
    const names = ['generated', 'file', ...Array.from({ length: 2 * AT_ONCE }, (_, at) => `loader ${at}`)]
    await client.query('insert into auth.ingest_sources (name) select unnest($1::text[])', [names])
    await client.query(
      `insert into portal.upstream_clients (source_id, client_code, tenant_id)
       select distinct s.id, d.client_code, d.tenant from auth.ingest_sources s, bench.delivered d where s.name = any ($1)`,
      [names],
    )
    const lines = Math.min(FILE, Math.floor(rows / 5))
    const csv = await csvOf(null, lines)
    const file = await once(() => load('file', csv))
    const again = await once(() => load('file', csv))

    const files = new Map<string, string[]>()
    for (let at = 0; at < 2 * AT_ONCE; at++) {
      const batches: string[] = []
      for (let from = 0; from < SHARE; from += BATCH)
        batches.push(await csvOf(1 + (at % AT_ONCE), BATCH, from))
      files.set(`loader ${at}`, batches)
    }
    await client.query('drop index bench.delivered_of_tenant')
    const loadAll = async (source: string) => {
      for (const batch of files.get(source) ?? []) await load(source, batch)
    }
    const loaders = [...files.keys()]
    const inTurn = await once(async () => {
      for (const loader of loaders.slice(0, AT_ONCE)) await loadAll(loader)
    })
    const atOnce = await once(() => Promise.all(loaders.slice(AT_ONCE).map(loadAll)))
    return { lines, file, again, loaders: AT_ONCE, share: SHARE, batch: BATCH, inTurn, atOnce }
  } finally {
    await database.close()
    await client.query(`begin; set local portal.bulk = 'always';
      delete from portal.sales_history where source_id <> 1; commit`)
  }
}

import { afterAll, beforeAll, expect, it } from 'vitest'
import { EXAMPLES } from '../../src/features/ingestion/domain/kinds/examples.ts'
import type { Kind } from '../../src/features/ingestion/domain/kinds/kinds.ts'
import { aKey, aTenant } from '../support/actors.ts'
import { type Sender, sender } from '../support/ingest.ts'
import { nodesOf, startTellingPortal, type TellingPortal } from '../support/telling-portal.ts'

const ROWS = 400
/** How often a row is in hand while it lands, in all statements and steps together: read, joined, sorted, kept. */
const A_ROW = 150

let telling: TellingPortal
let send: Sender
beforeAll(async () => {
  telling = await startTellingPortal({ analyze: true })
  const { portal } = telling
  await aTenant(portal, { clientCodes: ['A'] })
  await aTenant(portal, { clientCodes: ['B'] })
  send = sender(portal.url, await aKey(portal, {}))
  await becomeWrong()
})
afterAll(() => telling?.portal.close())

const OF_BATCHES = ['ingest_plan', 'upstream_rows']

/** What the database knows of the stage and of the register is of other rows than those that come: its worst case. */
const becomeWrong = () =>
  telling.withClient(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'portal'::regnamespace and relkind = 'r' and relname like 'staged\\_%'",
    )
    const stage = rows.map(({ name }) => name)
    const wrong = [...stage, ...OF_BATCHES].map((name) => `portal.${name}`)
    for (const table of wrong) await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
    for (const table of stage)
      await client.query(`insert into portal.${table} (batch, row_no, key, is_delete)
        select -1, g, 'other ' || g, true from generate_series(1, 5000) g`)
    await client.query(`insert into portal.ingest_plan (batch, row_no, key, act)
      select -1, g, 'other ' || g, 'seen' from generate_series(1, 5000) g`)
    await client.query(`insert into portal.upstream_rows (source_id, kind, key, tenant_id, row_id, content_hash, deleted)
      select 1, 'customers', 'other ' || g, 0, -g, '00000000-0000-0000-0000-000000000000', true from generate_series(1, 20000) g`)
    await client.query(`analyze ${wrong}`)
    for (const table of [...stage, 'ingest_plan'])
      await client.query(`delete from portal.${table} where batch = -1`)
  })

/** What has landed is known a minute later, as the database looks at tables by itself. */
const becomeKnown = () =>
  telling.withClient(async (client) => {
    const { rows } = await client.query<{ names: string }>(
      `select string_agg('portal.' || relname, ', ') as names from pg_class
        where relnamespace = 'portal'::regnamespace and relkind = 'r' and relpersistence = 'p' and pg_relation_size(oid) > 0
          and relname <> all ($1)`,
      [OF_BATCHES],
    )
    await client.query(`analyze ${rows[0]?.names}`)
  })

/** What tells a row of a kind from the next; everything else is as in the reference's example. */
const NUMBERED: Record<Kind, string[]> = {
  customers: ['Client Code', 'Client Name'],
  products: ['Item No', 'Name'],
  'order-lines': ['Primary', 'Item No'],
  orders: ['Primary', 'Ord No', 'PO No'],
  'sales-history': ['Id', 'Invoice No', 'Item No', 'Item Name', 'Customer Name'],
  'current-sales': ['id', 'SO', 'Code', 'Prod_Name', 'Customer'],
  'invoice-lines': ['Invoice No', 'Item No'],
  invoices: ['Invoice No', 'Ord No'],
  payments: ['Payment No', 'Invoice No'],
  'price-list': ['Item No'],
  'shipment-events': ['Tracking Number'],
  'shipment-lines': ['Tracking Number', 'Item No'],
  shipments: ['Tracking Number', 'Ord No'],
  lots: ['Lot No'],
  'lot-results': ['Lot No'],
}
/** A value that makes a row another one than it was; of the other kinds it is the client. */
const CHANGED: Partial<Record<Kind, Record<string, string>>> = {
  customers: { Address: 'elsewhere' },
  products: { Unit: 'G' },
  'order-lines': { Unit: 'G' },
  'invoice-lines': { Unit: 'G' },
  'shipment-events': { Place: 'elsewhere' },
  'shipment-lines': { Unit: 'G' },
  'price-list': { Unit: 'G' },
  lots: { Unit: 'G' },
  'lot-results': { Result: '7' },
}

function rowsOf(kind: Kind, fields: Record<string, string>) {
  const example = EXAMPLES[kind][0] as Record<string, string | number>
  return Array.from({ length: ROWS }, (_, at) => ({
    ...example,
    ...Object.fromEntries(NUMBERED[kind].map((field) => [field, `${example[field]}${at}`])),
    ...fields,
  }))
}

/** Statements that had more rows in hand than a batch of this size is worth, with how many. */
const heavy = () =>
  telling
    .told()
    .map(({ 'Query Text': text, Plan: plan }) => {
      const inHand = nodesOf(plan).map((node) => {
        const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
        return ((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 1)
      })
      return { rows: inHand.reduce((sum, rows) => sum + rows, 0), text: text.trim().slice(0, 300) }
    })
    .filter(({ rows }) => rows > A_ROW * ROWS)

async function lands(kind: Kind, fields: Record<string, string>, count: 'inserted' | 'updated') {
  if (count === 'updated') await becomeKnown()
  telling.forget()
  const { status, body, text } = await send(kind, rowsOf(kind, fields))
  expect([status, body[count]], `${kind} ${JSON.stringify(fields)}: ${text.slice(0, 500)}`).toEqual([
    200,
    ROWS,
  ])
  expect(telling.told().length).toBeGreaterThan(5)
  expect(heavy(), `${kind} ${JSON.stringify(fields)}`).toEqual([])
}

/** Lines come before what they belong to: they wait for it, and move with it. */
it.each(Object.keys(NUMBERED) as Kind[])('a batch of %s has each row in hand a few times', async (kind) => {
  const code = ['Client Code', 'Account Number'].find((name) => name in (EXAMPLES[kind][0] as object))
  if (code && !CHANGED[kind]) {
    await lands(kind, { [code]: 'A' }, 'inserted')
    for (const other of ['B', 'nobody', 'A']) await lands(kind, { [code]: other }, 'updated')
    return
  }
  await lands(kind, {}, 'inserted')
  await lands(kind, CHANGED[kind] as Record<string, string>, 'updated')
})

it.each(Object.keys(NUMBERED).filter((kind) => /-(lines|events)$/.test(kind)) as Kind[])(
  'a batch of %s that are at home by now, too',
  (kind) => lands(kind, {}, 'updated'),
)

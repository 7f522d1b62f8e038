import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KINDS as DEFINITIONS, type Kind } from '../../src/features/ingestion/domain/kinds/kinds.ts'
import { aKey, anAdministrator, aTenant } from '../support/actors.ts'
import type { Answer, Json } from '../support/client.ts'
import { LONG, size } from '../support/form.ts'
import { type Sender, sender } from '../support/ingest.ts'
import { nodesOf, type Plan, startTellingPortal, type TellingPortal } from '../support/telling-portal.ts'

/**
 * Rows of a batch, and when the database looks at the tables that they land in. Some hundred rows may meet tables of which
 * nothing is known (portal.learn_sizes); more than 20,000 are joined at once, not looked up one by one.
 */
const CASES: { rows: number; looks: string; given?: true }[] = [
  { rows: 400, looks: 'a minute after each batch' },
  // Nothing but a client that is given away, to tables that were empty or somebody else's until then.
  { rows: 400, looks: 'never', given: true },
  { rows: 400, looks: 'once, while another system had sent its rows', given: true },
  { rows: 1500, looks: 'never' },
  { rows: 1500, looks: 'once, while they were empty' },
  { rows: 1500, looks: 'once, while another system had sent its rows' },
  { rows: 25_000, looks: 'never' },
]
/** How often a row is in hand while it lands, in all statements and steps together: read, joined, sorted, kept. */
const A_ROW = 150
/** And while it goes, with what belongs to it. */
const A_ROW_THAT_GOES = 180
/** Of each kind, of another system. */
const OTHERS = 1000
/** A change of a sales line is one of some twenty sums, and a line that moves is two changes. */
const A_SALE = 450
/** Pages that are looked at for it meanwhile, those of indexes too, which say nothing of the rows that they pass over. */
const PAGES = 400

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
/** Lines come before what they belong to. */
const KINDS = Object.keys(NUMBERED) as Kind[]
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

const GONE = { _op: 'delete' }

/** The field that says whose a row is, where the kind has one. */
const clientOf = (kind: Kind) =>
  ['Client Code', 'Account Number'].find((name) => name in (DEFINITIONS[kind].example[0] as object))
/** Kinds whose rows are where another's row is. */
const LINES = KINDS.filter((kind) => /-(lines|events)$/.test(kind))
/** Kinds whose rows go from client to client here. */
const MOVING = KINDS.filter((kind) => clientOf(kind) && !CHANGED[kind])

function rowsOf(kind: Kind, fields: Record<string, string>, count: number) {
  const example = DEFINITIONS[kind].example[0] as Record<string, string | number>
  return Array.from({ length: count }, (_, at) => ({
    ...example,
    ...Object.fromEntries(NUMBERED[kind].map((field) => [field, `${example[field]}${at}`])),
    ...fields,
  }))
}

const TABLES = "from pg_class where relnamespace = 'portal'::regnamespace and relkind = 'r'"

describe.each(LONG ? CASES : CASES.slice(0, 3))(
  'batches of $rows rows, tables looked at $looks',
  { timeout: size(120_000, 900_000) },
  ({ rows: ROWS, looks, given = false }) => {
    let telling: TellingPortal
    let send: Sender
    let tenant: number
    /** The first column of each primary key. */
    let first: Record<string, string>
    beforeAll(async () => {
      // A large batch has thousands of statements that look up one name; nothing that is done in no time has many rows in hand.
      telling = await startTellingPortal({ analyze: true, from: ROWS > 20_000 ? 20 : 0 })
      const { portal } = telling
      tenant = await aTenant(portal, { clientCodes: ['A'] })
      await aTenant(portal, { clientCodes: ['B'] })
      send = sender(portal.url, await aKey(portal, {}))
      await becomeWrong()
      first = await telling.withClient(async (client) => {
        const { rows } = await client.query<{ index: string; column: string }>(
          `select i.indexrelid::regclass::text as index, a.attname as column from pg_index i
             join pg_class c on c.oid = i.indexrelid and c.relam = (select oid from pg_am where amname = 'btree')
             join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
            where c.relnamespace = 'portal'::regnamespace and i.indisprimary`,
        )
        return Object.fromEntries(rows.map(({ index, column }) => [index.replace(/^portal\./, ''), column]))
      })
      // What is asked of each tenant for each row is too much, too.
      await telling.withClient((client) =>
        client.query(
          `insert into portal.tenants (name) select 'Another ' || g from generate_series(1, ${A_ROW + 50}) g`,
        ),
      )
      if (looks.includes('another')) {
        await aTenant(portal, { clientCodes: ['C'], source: 'other' })
        const other = sender(portal.url, await aKey(portal, { source: 'other' }))
        // What lines belong to first.
        for (const kind of [...MOVING, ...KINDS]) {
          const answer = await other(
            `${kind}?duplicates=last`,
            rowsOf(kind, { [clientOf(kind) ?? 'Note']: 'C' }, OTHERS),
          )
          expect(answer.status, answer.text.slice(0, 500)).toBe(200)
        }
      }
      if (looks.startsWith('once')) await look()
    })
    afterAll(() => telling?.portal.close())

    /** What the database knows of the stage and of the register is of other rows than those that come: its worst case. It never looks by itself. */
    const becomeWrong = () =>
      telling.withClient(async (client) => {
        const { rows } = await client.query<{ name: string }>(`select relname as name ${TABLES}`)
        for (const { name } of rows)
          await client.query(`alter table portal.${name} set (autovacuum_enabled = off)`)
        const stage = rows.map(({ name }) => name).filter((name) => name.startsWith('staged_'))
        for (const table of stage)
          await client.query(`insert into portal.${table} (batch, row_no, key, is_delete)
          select -1, g, 'other ' || g, true from generate_series(1, 5000) g`)
        await client.query(`insert into portal.ingest_plan (batch, row_no, key, act)
        select -1, g, 'other ' || g, 'seen' from generate_series(1, 5000) g`)
        await client.query(`insert into portal.upstream_rows (source_id, kind, key, tenant_id, row_id, content_hash, deleted)
        select 1, 'customers', 'other ' || g, 0, -g, '00000000-0000-0000-0000-000000000000', true from generate_series(1, 20000) g`)
        await client.query(
          `analyze ${[...stage, 'ingest_plan', 'upstream_rows'].map((name) => `portal.${name}`)}`,
        )
        for (const table of [...stage, 'ingest_plan'])
          await client.query(`delete from portal.${table} where batch = -1`)
      })

    /** As the database does by itself, a minute after rows came; of what batches fill and empty, when it is empty. */
    const look = () =>
      telling.withClient(async (client) => {
        const { rows } = await client.query<{ name: string }>(`select 'portal.' || relname as name ${TABLES}`)
        const names = rows.map(({ name }) => name)
        const ofBatches = (name: string) => /portal\.(staged_.*|ingest_plan|upstream_rows)$/.test(name)
        await client.query(
          `analyze ${looks.endsWith('empty') ? names : names.filter((name) => !ofBatches(name))}`,
        )
      })

    /**
     * A key that is asked for each row by what it does not begin with: each time all of it is passed over, though no row is in
     * hand.
     */
    const passesOver = (node: Plan) => {
      const column = first[node['Index Name'] ?? '']
      return column && (node['Actual Loops'] ?? 0) >= ROWS / 2 && !node['Index Cond']?.includes(column)
    }

    /** Statements that had more rows in hand, or looked at more pages, than a batch of this size is worth, with how many. */
    const heavy = ({ kinds = 1, inHand: most = A_ROW } = {}) =>
      telling
        .told()
        .map(({ 'Query Text': text, Plan: plan }) => {
          const inHand = nodesOf(plan).map((node) => {
            const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
            return ((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 1)
          })
          const rows = inHand.reduce((sum, rows) => sum + rows, 0)
          const pages = plan['Shared Hit Blocks'] ?? 0
          const passedOver = nodesOf(plan).find(passesOver)?.['Index Name']
          return { rows, pages, passedOver, text: text.trim().slice(0, 300) }
        })
        .filter(
          ({ rows, pages, passedOver, text }) =>
            passedOver ||
            rows > (text.includes('from portal.sales_changes') ? A_SALE : most) * ROWS + builtAnew(text) ||
            pages > PAGES * kinds * ROWS,
        )

    /** The sums of all lines, those of another system too. */
    const builtAnew = (text: string) => (text.includes('portal.true_sales_sums') ? A_SALE * OTHERS : 0)

    async function lands(
      kind: Kind,
      fields: Record<string, string>,
      count: 'inserted' | 'updated' | 'deleted',
    ) {
      if (count !== 'inserted' && looks.startsWith('a minute')) await look()
      telling.forget()
      const what = `${kind} ${JSON.stringify(fields)}`
      const { status, body, text } = await send(`${kind}?confirm=true`, rowsOf(kind, fields, ROWS))
      expect([status, body[count]], `${what}: ${text.slice(0, 500)}`).toEqual([200, ROWS])
      expect(telling.told().length).toBeGreaterThan(ROWS > 20_000 ? 0 : 5)
      expect(heavy(fields === GONE ? { inHand: A_ROW_THAT_GOES } : {}), what).toEqual([])
    }

    /** Lines wait for what they belong to, and move with it. */
    it.each(given ? [] : KINDS)('a batch of %s has each row in hand a few times', async (kind) => {
      if (MOVING.includes(kind)) {
        const code = clientOf(kind) as string
        await lands(kind, { [code]: 'A' }, 'inserted')
        for (const other of ['B', 'nobody', 'A']) await lands(kind, { [code]: other }, 'updated')
        await lands(kind, GONE, 'deleted')
        await lands(kind, { [code]: 'A' }, 'inserted')
        return
      }
      await lands(kind, {}, 'inserted')
      await lands(kind, CHANGED[kind] as Record<string, string>, 'updated')
    })

    it.each(given ? [] : LINES)('a batch of %s that are at home by now, too', (kind) =>
      lands(kind, {}, 'updated'),
    )

    it('a client that is given to a tenant, and taken back', async () => {
      if (given) for (const kind of LINES) await lands(kind, {}, 'inserted')
      for (const kind of MOVING)
        await lands(kind, { [clientOf(kind) as string]: 'new' }, given ? 'inserted' : 'updated')
      // Signed in only now: whoever does nothing for a quarter of an hour has no session any more, and large batches take longer.
      const admin = await anAdministrator(telling.portal)
      /** What it answers, and that no statement of it was too much for all rows of a client. */
      const asked = async (answer: Promise<Answer<Json>>) => {
        telling.forget()
        const { status, body } = await answer
        expect(status, JSON.stringify(body)).toBe(200)
        expect(heavy({ kinds: MOVING.length })).toEqual([])
        return body
      }
      const { items } = await asked(admin.get('/api/v1/admin/unassigned?search=new'))
      const { sourceId, clientCode, rows } = items[0]
      expect([clientCode, rows]).toEqual(['new', MOVING.length * ROWS])
      const preview = `?sourceId=${sourceId}&clientCode=${clientCode}&tenantId=${tenant}`
      const seen = await asked(admin.get(`/api/v1/admin/unassigned/preview${preview}`))
      expect([seen.client.rows, seen.waitingLines]).toEqual([rows, LINES.length * ROWS])
      const { id, moved } = await asked(
        admin.post('/api/v1/admin/unassigned/assign', { sourceId, clientCode, tenantId: tenant, rows }),
      )
      expect(Object.values(moved)).toEqual(MOVING.map(() => ROWS))
      expect(await asked(admin.get(`/api/v1/admin/assignments/${id}/preview`))).toMatchObject({
        client: { rows },
        waitingLines: LINES.length * ROWS,
      })
      await asked(admin.post(`/api/v1/admin/assignments/${id}/undo`, {}))
    })

    it.each(given ? [] : KINDS)('a batch that takes %s away, those of unassigned clients, too', (kind) =>
      lands(kind, GONE, 'deleted'),
    )
  },
)

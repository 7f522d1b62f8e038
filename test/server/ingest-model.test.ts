import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aKey, aTenant } from '../support/actors.ts'
import { peek, type Sender, sender, stagedRows } from '../support/ingest.ts'
import { emptyModel, type Model, replaceIn, sendTo } from '../support/ingest-model.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

const CODES = ['A', 'B', 'C', null] as const // C belongs to nobody, and null is no code
const client = fc.constantFrom(...CODES)
const time = fc.option(fc.integer({ min: 0, max: 9 }))
const common = { at: time, deletes: fc.integer({ min: 0, max: 4 }).map((n) => n === 0) }

const saleRow = fc.record({
  kind: fc.constant('sales-history' as const),
  key: fc.integer({ min: 1, max: 12 }).map(String),
  client,
  year: fc.constantFrom(2023, 2024),
  month: fc.constantFrom(1, 2),
  quantity: fc.integer({ min: -3000, max: 3000 }),
  cents: fc.integer({ min: -500, max: 500 }),
  ...common,
})
const orderRow = fc.record({
  kind: fc.constant('orders' as const),
  key: fc.integer({ min: 1, max: 5 }).map(String),
  client,
  year: fc.constantFrom(2023, 2024, null),
  cents: fc.integer({ min: 0, max: 500 }),
  ...common,
})
const lineRow = fc.record({
  kind: fc.constant('order-lines' as const),
  key: fc.integer({ min: 1, max: 5 }).map(String),
  line: fc.constantFrom('1', '2'),
  quantity: fc.integer({ min: 0, max: 3 }),
  ...common,
})
const rows = fc.array(fc.oneof(saleRow, orderRow, lineRow), { minLength: 1, maxLength: 30 })
const step = fc.oneof(
  { weight: 4, arbitrary: rows.map((sent) => ({ replace: null, sent })) },
  {
    weight: 1,
    arbitrary: fc
      .record({
        scope: fc.constantFrom('2023', '2024', '2024-01', 'all'),
        sent: fc.array(saleRow, { maxLength: 8 }),
      })
      .map(({ scope, sent }) => ({ replace: scope, sent })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ scope: fc.constantFrom('2024', 'all'), sent: fc.array(orderRow, { maxLength: 4 }) })
      .map(({ scope, sent }) => ({ replace: scope, sent })),
  },
)

describe('any history of rows, corrections, deletions, moves and replacements', () => {
  it('ends and counts as it does for a plain model, batch by batch, and the sums are those of the lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 12 })),
        async (steps, sizes) => {
          const { source, send, tenants } = await freshSource()
          const model = emptyModel(tenants)
          for (const { replace, sent } of steps) {
            if (replace === null) {
              for (const group of byKind(sent))
                for (let at = 0; at < group.length; ) {
                  const size = sizes.next().value as number
                  await deliver(send, model, group.slice(at, at + size), null)
                  at += size
                }
            } else await deliver(send, model, sent, replace)
          }
          expect(await stored(source)).toEqual(model.rows())
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 15) },
    )
    expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
    expect(await peek(portal, 'select * from portal.verify_audit()')).toEqual([])
    expect(await stagedRows(portal)).toBe(0)
  }, 300_000)
})

type Sent = Parameters<typeof sendTo>[1]

/** Neighbours of the same kind go together. */
function byKind(sent: Sent): Sent[] {
  const groups: Sent[] = []
  for (const row of sent) {
    const last = groups.at(-1)
    if (last?.[0]?.kind === row.kind) last.push(row)
    else groups.push([row])
  }
  return groups
}

/** Sends a batch and plays it in the model; both must count alike. */
async function deliver(send: Sender, model: Model, sent: Sent, replace: string | null): Promise<void> {
  const kind = sent[0]?.kind ?? 'sales-history'
  const options = replace === null ? '' : `?mode=replace&scope=${replace}&confirm=true`
  const expected = replace === null ? sendTo(model, sent) : replaceIn(model, kind, sent, replace)
  const { status, body, text } = await send(`${kind}${options}`, sent.map(asUpstream))
  expect(status, text).toBe(expected.rejected === expected.received && expected.received > 0 ? 422 : 200)
  expect(body).toMatchObject(expected)
  expect(body.received + body.removed).toBe(
    body.inserted + body.updated + body.unchanged + body.stale + body.deleted + body.rejected,
  )
}

function asUpstream(row: Sent[number]): Record<string, unknown> {
  const time = row.at === null ? {} : { 'Updated At': `2025-01-01T00:00:0${row.at}Z` }
  const op = row.deletes ? { _op: 'delete' } : {}
  if (row.kind === 'order-lines')
    return { Primary: row.key, 'Line No': row.line, 'Qty Ordered': row.quantity, ...time, ...op }
  const amount = (row.cents / 100).toFixed(2)
  const code = { 'Client Code': row.client }
  if (row.kind === 'orders')
    return {
      Primary: row.key,
      'Client Name': 'Someone',
      'Montant Total': amount,
      ...code,
      'Order Date': row.year === null ? null : `${row.year}-06-30`,
      ...time,
      ...op,
    }
  return {
    Id: row.key,
    Year: row.year,
    Month: row.month,
    'Invoice No': `I${Number(row.key) % 3}`,
    'Qty Sold': row.quantity / 1000,
    Amount: amount,
    ...code,
    ...time,
    ...op,
  }
}

let sources = 0
async function freshSource() {
  const source = `model ${++sources}`
  const a = await aTenant(portal, { clientCodes: ['A'], source })
  const b = await aTenant(portal, { clientCodes: ['B'], source })
  return { source, send: sender(portal.url, await aKey(portal, { source })), tenants: { A: a, B: b } }
}

/** Everything that the tables hold of a source, as the model writes it. */
async function stored(source: string): Promise<string[]> {
  const found = await peek<{ row: string }>(
    portal,
    `with s as (select id from auth.ingest_sources where name = $1)
     select row from (
       select concat_ws(' ', 'sale', source_key, tenant_id, year, month, quantity, amount_cents) as row from portal.sales_history, s where source_id = s.id
       union all select concat_ws(' ', 'sale', source_key, 0, year, month, quantity, amount_cents) from portal.unassigned_sales_history, s where source_id = s.id
       union all select concat_ws(' ', 'order', source_key, tenant_id, amount_cents) from portal.orders, s where source_id = s.id
       union all select concat_ws(' ', 'order', source_key, 0, amount_cents) from portal.unassigned_orders, s where source_id = s.id
       union all select concat_ws(' ', 'line', order_key, line_no, tenant_id, qty_ordered::int) from portal.order_lines, s where source_id = s.id
       union all select concat_ws(' ', 'line', order_key, line_no, 0, qty_ordered::int) from portal.unassigned_order_lines, s where source_id = s.id
     ) x`,
    [source],
  )
  return found.map(({ row }) => row).sort()
}

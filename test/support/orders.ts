import { sql } from 'kysely'
import type { Tx } from '../../src/platform/server/database/tx.ts'

/** An order as tests write it, in the columns of the database; tenant 0 is unassigned. */
export type TestOrder = {
  ord_no?: string | null
  primary_no?: string | null
  po_no?: string | null
  f_no?: string | null
  client_name?: string | null
  ref?: string | null
  ord_stat?: string | null
  montant_total?: string | null
  /** As text: a bigint may be more than a number holds. */
  amount_cents?: string
  currency?: string
  bl_t?: string | null
  cts_t?: string | null
  bb_t?: string | null
  pbl?: string | null
  pcts?: string | null
  pbb?: string | null
  order_date?: string | null
  requested_date?: string | null
  promised_date?: string | null
  ship_to?: string | null
}

let written = 0

/** Writes orders as upstream does; answers their ids in order. */
export async function writeOrders(tx: Tx, tenantId: number, orders: TestOrder[]): Promise<number[]> {
  if (orders.length === 0) return []
  await sql`select auth.begin_import_context('test')`.execute(tx)
  const rows = JSON.stringify(orders.map((order) => ({ source_key: `test-${written++}`, ...order })))
  const columns = sql`source_id, source_key, ord_no, primary_no, po_no, f_no, client_name, ref, ord_stat, montant_total,
    amount_cents, currency, bl_t, cts_t, bb_t, pbl, pcts, pbb, order_date, requested_date, promised_date, ship_to`
  const values = sql`1, r.source_key, r.ord_no, r.primary_no, r.po_no, r.f_no, r.client_name, r.ref, r.ord_stat,
    r.montant_total, coalesce(r.amount_cents, 0), coalesce(r.currency, 'CAD'), r.bl_t, r.cts_t, r.bb_t, r.pbl, r.pcts, r.pbb,
    r.order_date, r.requested_date, r.promised_date, r.ship_to
    from jsonb_array_elements(${rows}::jsonb) with ordinality j (o, at),
         jsonb_populate_record(null::portal.orders, j.o) r order by j.at returning id`
  const { rows: ids } = await (tenantId > 0
    ? sql<{
        id: number
      }>`insert into portal.orders (tenant_id, ${columns}) select ${tenantId}::int, ${values}`
    : sql<{ id: number }>`insert into portal.unassigned_orders (${columns}) select ${values}`
  ).execute(tx)
  await sql`select portal.touch_data('orders', array[${tenantId}::int])`.execute(tx)
  return ids.map(({ id }) => id)
}

/** So many orders at once, numbered from 1; their client's name holds `word`. `wide`: each with 512 signs that do not pack. */
export async function writeManyOrders(tx: Tx, tenantId: number, count: number, word: string, wide = false) {
  await sql`select auth.begin_import_context('test')`.execute(tx)
  const kind = `many-${written++}-`
  await sql`
    insert into portal.orders (tenant_id, source_id, source_key, ord_no, po_no, client_name, ord_stat, montant_total, amount_cents, currency, order_date, ship_to)
    select ${tenantId}::int, 1, ${kind} || g, g::text, 'PO-' || g, ${word} || ' client ' || g % 97,
           (array['Blend', 'Packaging', 'Completed', 'Cancelled', 'Not started'])[1 + g % 5], g || '.50 $', g * 100 + 50, 'CAD',
           date '2024-01-01' + g % 700,
           case when ${wide} then (select string_agg(md5(g || '-' || part), '') from generate_series(1, 16) part) end
      from generate_series(1, ${count}::int) g`.execute(tx)
}

export const touchFeed = (tx: Tx, at: string) =>
  sql`insert into portal.feeds (kind, last_batch_at) values ('orders', ${at}::timestamptz)
    on conflict (kind) do update set last_batch_at = excluded.last_batch_at`.execute(tx)

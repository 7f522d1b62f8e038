import { sql } from 'kysely'
import type { UpstreamActor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Origin } from '../../../platform/server/records/write-records.ts'
import type { FeedItem } from '../feed-contract.ts'

/** Accepted purchase orders, and cancellations of them, that upstream has not acknowledged; those of its tenant for a bound key. */
export async function collectPurchaseOrders(
  tx: Tx,
  { sourceId }: UpstreamActor,
  { limit }: { limit: number },
): Promise<{ items: FeedItem[]; more: boolean }> {
  const { rows } = await sql<FeedItem>`
    select p.id, p.tenant_id as "tenantId", t.name as "tenantName", p.number, p.po_no as "poNo", p.state, p.feed_version as version,
           p.currency, p.requested_date as "requestedDate", p.promised_date as "promisedDate", p.ship_to as "shipTo", p.note, p.submitted_at as "submittedAt",
           array(select c.client_code from portal.upstream_clients c
             where c.source_id = ${sourceId}::smallint and c.tenant_id = p.tenant_id order by 1) as "clientCodes",
           (select coalesce(json_agg(json_build_object('lineNo', l.line_no, 'itemNo', l.item_no, 'quantity', l.quantity::float8,
               'unit', l.unit, 'unitPrice', l.unit_price::text, 'pricePer', l.price_per::float8) order by l.line_no), '[]')
              from portal.purchase_order_lines l where l.tenant_id = p.tenant_id and l.purchase_order_id = p.id) as lines
      from portal.purchase_orders p join portal.tenants t on t.id = p.tenant_id
     where p.feed_version is distinct from p.acknowledged_version and p.feed_version is not null
     order by p.decided_at, p.id limit ${limit + 1}::int`.execute(tx)
  return { items: rows.slice(0, limit), more: rows.length > limit }
}

type Acknowledged = { items: readonly { id: number; version: number }[] }

/** Those that the key sees and that have not changed since; others stay to be collected. */
export async function acknowledgePurchaseOrders(
  tx: Tx,
  { items }: Acknowledged,
  { traceId, address = null }: Origin,
) {
  const { rows } = await sql<{ tenant_id: number; ids: string }>`
    with done as (
      update portal.purchase_orders p set acknowledged_version = p.feed_version, acknowledged_at = clock_timestamp()
        from unnest(${items.map(({ id }) => id)}::bigint[], ${items.map(({ version }) => version)}::int[]) x (id, version)
       where p.id = x.id and p.feed_version = x.version and p.acknowledged_version is distinct from p.feed_version
      returning p.tenant_id, p.id
    )
    select tenant_id, string_agg(id::text, ',' order by id) as ids from done group by 1 order by 1`.execute(
    tx,
  )
  const acknowledged = rows.reduce((sum, { ids }) => sum + ids.split(',').length, 0)
  // One row for each whose purchase orders they are; where nothing was left, one that says so.
  for (const { tenant_id, ids } of rows.length > 0 ? rows : [{ tenant_id: 0, ids: '' }])
    await sql`select portal.append_audit(${tenant_id}::int, 'purchase_orders.collected', 'purchase_order', ${ids === '' ? null : ids.slice(0, 200)}, '{}',
      ${JSON.stringify({ acknowledged: ids === '' ? 0 : ids.split(',').length })}::jsonb, ${traceId}, null, ${address})`.execute(
      tx,
    )
  return { acknowledged }
}

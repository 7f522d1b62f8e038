import { sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { Entered } from '../../entered-contract.ts'

/** A shipment that staff entered, as it is corrected. 404 for another tenant's as for none, 409 for upstream's. */
export async function readEntered(tx: Tx, actor: Actor, { id }: { id: number }): Promise<Entered> {
  const found = await tx
    .selectFrom('shipments as s')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .$if(actor.tenantId !== null, (query) => query.where('s.tenant_id', '=', actor.tenantId ?? 0))
    .where((where) => where.or([where('s.id', '=', id), where('s.entered_id', '=', id)]))
    .select([
      's.id',
      's.source_id',
      's.version',
      's.tenant_id as tenantId',
      't.name as tenantName',
      's.tracking_no as trackingNumber',
      's.carrier',
      's.carrier_link as carrierLink',
      's.processed_date as processedOn',
      's.shipped_date as shippedOn',
      's.estimated_on as estimatedOn',
      's.delivered_date as deliveredOn',
      's.ship_to as shipTo',
      's.weight',
      sql<
        Entered['order']
      >`(select json_build_object('id', o.id, 'ordNo', o.ord_no, 'primary', o.primary_no) from portal.orders o
        where o.tenant_id = s.tenant_id and o.source_key = s.order_key order by o.id desc limit 1)`.as(
        'order',
      ),
      sql<
        Entered['lines']
      >`coalesce((select json_agg(json_build_object('orderLineNo', l.order_line_no, 'itemNo', l.item_no,
          'itemName', l.item_name, 'lot', l.lot, 'quantity', trim_scale(l.quantity)::text, 'unit', l.unit,
          'order', (select coalesce(o.ord_no, o.primary_no, 'id:' || o.id) from portal.orders o
            where o.tenant_id = l.tenant_id and o.source_key = l.order_key order by o.id desc limit 1)) order by l.line_no::int)
        from portal.shipment_lines l
        where l.tenant_id = s.tenant_id and l.source_id = 0 and s.source_id = 0 and l.shipment_key = s.source_key), '[]')`.as(
        'lines',
      ),
    ])
    .executeTakeFirst()
  if (!found) throw refuse(404, 'not_found')
  const { source_id, ...entered } = found
  if (source_id !== 0) throw refuse(409, 'shipment_from_upstream')
  return entered
}

/** Held by its row until the end, so that of two who know one version one comes late. */
export async function lockEntered(tx: Tx, actor: Actor, { id }: { id: number }): Promise<Entered> {
  const { tenantId } = await readEntered(tx, actor, { id })
  await sql`select portal.hold_shipments(${tenantId}::int)`.execute(tx)
  return readEntered(tx, actor, { id })
}

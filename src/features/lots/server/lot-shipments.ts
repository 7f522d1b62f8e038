import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { LotShipment } from '../contract.ts'
import type { LotPlace } from './find-lot.ts'

const MOST_SHIPMENTS = 100

/** The asker's shipments that carried some of a lot; nothing of them for whoever may not see shipments. */
export async function readLotShipments(
  tx: Tx,
  actor: Actor,
  { sourceId, lotNo, itemNo }: LotPlace,
): Promise<LotShipment[] | null> {
  if (!may(actor, 'tracking.read') || actor.hiddenModules.includes('orders')) return null
  // For the planner; the policy is the guard.
  const ofTenant = actor.tenantId === null ? sql`true` : sql`l.tenant_id = ${actor.tenantId}::int`
  const { rows } = await sql<LotShipment>`
    with carried as (
      select l.tenant_id, l.source_id, l.shipment_key, nullif(btrim(l.unit), '') as unit, sum(l.quantity) as quantity
        from portal.shipment_lines l where ${ofTenant} and l.source_id = ${sourceId}::smallint and l.lot = ${lotNo}
         and l.lot_item = ${itemNo}
       group by 1, 2, 3, 4
    )
    select s.id, s.tracking_no as "trackingNo", s.carrier, s.ord_no as "ordNo", s.shipped_on as "shippedOn",
           s.delivered_on as "deliveredOn",
           coalesce(jsonb_agg(jsonb_build_object('quantity', trim_scale(c.quantity), 'unit', c.unit) order by c.unit nulls last)
             filter (where c.quantity is not null), '[]') as quantities
      from carried c
      join portal.shipments s on s.tenant_id = c.tenant_id and s.source_id = c.source_id and s.source_key = c.shipment_key
     group by s.tenant_id, s.id order by s.shipped_on desc nulls first, s.id desc limit ${MOST_SHIPMENTS}`.execute(
    tx,
  )
  return rows
}

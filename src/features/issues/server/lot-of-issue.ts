import { sql } from 'kysely'

/**
 * The lot that an issue `i` is about, among those that its company has and the asker sees. Of several with the number: upstream's
 * that has the order, the one of the item, then a held one before all others.
 */
export const LOT_OF_ISSUE = sql`(select x.id from portal.lots x
   where x.lot_no = i.lot_no and exists (select from portal.lot_access a where a.tenant_id = i.tenant_id and a.lot_id = x.id)
   order by x.source_id is distinct from i.order_source, x.item_no is distinct from i.item_no, portal.is_held(x.state) desc, x.id limit 1)`

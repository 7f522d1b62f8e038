import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Order } from '../contract.ts'
import { findsByProduct } from './match-orders.ts'

/** The first line of an order `o` in which a term stands, or in a name of whose product; null: none. */
export function foundLine(actor: Actor, term: string): RawBuilder<NonNullable<Order['line']> | null> {
  const patterns = sql`((select portal.search_patterns(${term}))::text[])`
  const inProduct = findsByProduct(actor)
    ? sql`or exists (select from portal.products p
        where p.source_id = l.source_id and p.item_no = l.item_no and p.search_text like any ${patterns})`
    : sql``
  const lineOf = (lines: RawBuilder<unknown>) => sql`(
    select json_build_object('lineNo', l.line_no, 'itemNo', l.item_no, 'itemName', l.item_name, 'lot', l.lot) from ${lines}
       and l.source_id = o.source_id and l.order_key = o.source_key and (l.search_text like any ${patterns} ${inProduct})
     order by l.line_no collate portal.natural_order, l.id limit 1)`
  const own = lineOf(sql`portal.order_lines l where l.tenant_id = o.tenant_id`)
  return actor.kind === 'admin'
    ? sql`coalesce(${own}, ${lineOf(sql`portal.unassigned_order_lines l where o.tenant_id = 0`)})`
    : sql`${own}`
}

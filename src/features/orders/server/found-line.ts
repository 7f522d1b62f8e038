import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Order } from '../contract.ts'
import { findsByProduct, type Matches } from './match-orders.ts'

type Lines = RawBuilder<unknown>
const LINES = sql`portal.order_lines l where l.tenant_id = o.tenant_id`
const UNASSIGNED_LINES = sql`portal.unassigned_order_lines l where o.tenant_id = 0`

const patternsOf = (term: string) => sql`((select portal.search_patterns(${term}))::text[])`

/** Lines of an order `o` in which a term stands, or in a name of whose product. */
const linesWith = (lines: Lines, term: string, products: boolean): Lines => {
  const inProduct = products
    ? sql`or (l.source_id, l.item_no) in (
        select p.source_id, p.item_no from portal.products p where p.search_text like any ${patternsOf(term)})`
    : sql``
  return sql`${lines} and l.source_id = o.source_id and l.order_key = o.source_key
    and (l.search_text like any ${patternsOf(term)} ${inProduct})`
}

/** Whether a term stands in an order `o`, or in one of its lines: where it does in so many that each is compared. */
export function isFound(
  actor: Actor,
  { term, products, entering }: Matches & { kind: 'many' },
): RawBuilder<boolean> {
  const lines = entering ? sql`${LINES} and l.source_id = 0` : LINES
  const unassigned =
    actor.kind === 'admin' ? sql`or exists (select from ${linesWith(UNASSIGNED_LINES, term, false)})` : sql``
  return sql`(o.search_text like any ${patternsOf(term)} or exists (select from ${linesWith(lines, term, products)}) ${unassigned})`
}

/** The first line of an order `o` in which a term stands, or in a name of whose product; null: none. */
export function foundLine(actor: Actor, term: string): RawBuilder<NonNullable<Order['line']> | null> {
  const first = (lines: Lines, products: boolean) => sql`(
    select json_build_object('lineNo', l.line_no, 'itemNo', l.item_no, 'itemName', l.item_name, 'lot', l.lot)
      from ${linesWith(lines, term, products)} order by l.line_no collate portal.natural_order, l.id limit 1)`
  const own = first(LINES, findsByProduct(actor))
  return actor.kind === 'admin' ? sql`coalesce(${own}, ${first(UNASSIGNED_LINES, false)})` : sql`${own}`
}

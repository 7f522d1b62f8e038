import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { cursorText, openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { findOrder } from '../../orders/server/published.ts'
import type { DocumentOfOrder } from '../contract.ts'
import { documentRows, reachable, type StoredRow, toRow, WITH_LOTS } from './document-rows.ts'

type Ask = { ordNo: string; limit: number; cursor?: string | undefined }
type Page = { items: DocumentOfOrder[]; nextCursor: string | null; total: number | null }

const WHY = ['order', 'lot', 'product'] as const
const Cursor = z.tuple([z.int().min(0).max(2), cursorText, z.int32()])

/**
 * What can be opened now of an order (C2): first what is for whoever has it, then what is of lots on its lines, then of products on
 * them; by title. What is held, expired or still to come is not named here: the lines say how it stands. @throws 403, 404, 409
 */
export async function listOrderDocuments(tx: Tx, actor: Actor, { ordNo, limit, cursor }: Ask): Promise<Page> {
  if (!may(actor, 'orders.read')) throw refuse(403, 'permission_denied')
  const after = openCursor<[number, string, number]>(cursor, Cursor)
  const { tenantId, id } = await findOrder(tx, actor, ordNo)
  // An order that nobody has claimed has no clients whose documents these could be.
  if (tenantId === 0) return { items: [], nextCursor: null, total: 0 }
  const ranked = sql`
    with this as materialized (
      select o.tenant_id, o.source_id, o.source_key from portal.orders o where o.tenant_id = ${tenantId}::int and o.id = ${id}::bigint
    ), lines as materialized (
      select distinct l.source_id, l.item_no, l.lot, l.lot_item, coalesce(portal.is_held(x.state), false) as held
        from this o
        join portal.order_lines l on l.tenant_id = o.tenant_id and l.source_id = o.source_id and l.order_key = o.source_key
        left join portal.lots x on x.source_id = l.source_id and x.lot_no = l.lot and x.item_no = l.lot_item
    ), named as (
      select d.id, 0 as rank from portal.documents d join this o on d.order_source = o.source_id and d.order_key = o.source_key
       where d.audience = 'order'
      union all
      select d.id, 1 from lines l cross join lateral portal.documents_of_lot(l.source_id, l.lot, l.lot_item) f (id) join portal.documents d on d.id = f.id
       where l.lot is not null and not l.held and ${WITH_LOTS}
      union all
      select d.id, 2 from portal.documents d
       where d.product_code in (select l.item_no from lines l) and d.lot_nos = '{}' and d.shelves && '{product,fact-sheet}'::text[]
    ), ranked as (
      select n.id, min(n.rank) as rank from named n group by n.id
    ), found as (
      select r.*, k.rank from ranked k join (${documentRows(actor, sql`d.id in (select k.id from ranked k) and d.status <> 'draft' and ${reachable(actor)}`)}) r
          on r.id = k.id
       where r.status = 'available' and r.version_status = 'available' and not r.infected
    )`
  const place: RawBuilder<unknown> = sql`(f.rank, f.title collate portal.natural_order, f.id)`
  const [{ rows }, counted] = await Promise.all([
    sql<StoredRow & { rank: number }>`${ranked} select f.* from found f
      where ${after ? sql`${place} > (${after[0]}::int, ${after[1]}::text collate portal.natural_order, ${after[2]}::int)` : sql`true`}
      order by f.rank, f.title collate portal.natural_order, f.id limit ${limit + 1}::int`.execute(tx),
    after ? undefined : sql<{ n: number }>`${ranked} select count(*)::int as n from found`.execute(tx),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => ({ ...toRow(row, actor), why: WHY[row.rank] as (typeof WHY)[number] })),
    nextCursor: rows.length > limit && last ? sealCursor([last.rank, last.title, last.id]) : null,
    total: counted?.rows[0]?.n ?? null,
  }
}

import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { OrderChange, Timeline } from '../contract.ts'
import { findOrder, type OrderPlace } from './find-order.ts'

type Page = { limit: number; cursor?: string | undefined }

/** What is recorded of an order, the latest first; `total` on the first page. */
export async function readTimeline(tx: Tx, place: OrderPlace, { limit, cursor }: Page): Promise<Timeline> {
  const [before] = openCursor(cursor, z.tuple([z.int()])) ?? []
  const page = sql<OrderChange>`
    select h.id, h.field, h.line_no as "lineNo", h.old_value as old, h.new_value as new, h.happened_at as at,
           h.recorded_at as "recordedAt"
      from ${historyOf(place)} ${before === undefined ? sql`` : sql`and h.id < ${before}::bigint`}
     order by h.id desc limit ${limit + 1}::int`
  const count = sql<{ total: number }>`select count(*) as total from ${historyOf(place)}`
  const [{ rows }, counted] = await Promise.all([
    page.execute(tx),
    before === undefined ? count.execute(tx) : undefined,
  ])
  const items = rows.slice(0, limit)
  return {
    items,
    nextCursor: rows.length > limit ? sealCursor([(items.at(-1) as OrderChange).id]) : null,
    total: counted?.rows[0]?.total ?? null,
  }
}

/** The rows of its history, as `from … where …`. */
export const historyOf = ({ tenantId, id }: OrderPlace): RawBuilder<unknown> =>
  tenantId === 0
    ? sql`portal.unassigned_order_changes h where h.order_id = ${id}::bigint`
    : sql`portal.order_changes h where h.tenant_id = ${tenantId}::int and h.order_id = ${id}::bigint`

/** A further page of an order's timeline. */
export async function listTimeline(
  tx: Tx,
  actor: Actor,
  { ordNo, ...page }: Page & { ordNo: string },
): Promise<Timeline> {
  return readTimeline(tx, await findOrder(tx, actor, ordNo), page)
}

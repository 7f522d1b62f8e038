import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { beyondCursor, cursorKey } from '../../../platform/server/endpoint/keyset.ts'
import type { Order, OrderPage } from '../contract.ts'
import { countOrders } from './count-orders.ts'
import { matchOrders } from './match-orders.ts'
import { orderRows, toOrder } from './order-row.ts'
import { orderSort } from './order-sort.ts'
import type { OrderFilter } from './select-orders.ts'

export type ListOrders = OrderFilter & { sort: string; limit: number; cursor?: string | undefined }

/** A page of orders; on the first page also the counts over all of them and how fresh they are. */
export async function listOrders(tx: Handle, actor: Actor, ask: ListOrders): Promise<OrderPage> {
  const sort = orderSort(ask.sort)
  const beyond = beyondCursor(ask.cursor, sort)
  const matches = await matchOrders(tx, ask.search)
  const page = orderRows(tx, actor, ask, { matches, sort })
    .select(cursorKey(sort).as('sortKey'))
    .limit(ask.limit + 1)
  const [rows, counted] = await Promise.all([
    (beyond ? page.where(beyond) : page).execute(),
    beyond ? undefined : countOrders(tx, actor, ask, matches),
  ])
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  const more = rows.length > ask.limit && last
  return {
    items: shown.map(({ sortKey: _, ...row }) => toOrder(row as Order)),
    nextCursor: more ? sealCursor([last.sortKey, last.id]) : null,
    total: counted?.total ?? null,
    counts: counted?.counts ?? null,
    statuses: counted?.statuses ?? null,
    asOf: counted?.asOf ?? null,
  }
}

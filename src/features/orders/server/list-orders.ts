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

/** Of a page that ended among the orders being entered; no other cursor begins so. */
const ENTERING = 'e.'

/**
 * A page of orders; on the first page also the counts over all of them and how fresh they are. Orders being entered stand on top,
 * sorted among themselves (J21).
 */
export async function listOrders(tx: Handle, actor: Actor, ask: ListOrders): Promise<OrderPage> {
  const sort = orderSort(ask.sort)
  const amongEntering = ask.cursor?.startsWith(ENTERING) ?? false
  const beyond = beyondCursor(amongEntering ? ask.cursor?.slice(ENTERING.length) : ask.cursor, sort)
  const matches = await matchOrders(tx, ask.search)
  const page = (entering: boolean) => {
    const rows = orderRows(tx, actor, ask, { matches, sort })
      .select(cursorKey(sort).as('sortKey'))
      .where('o.source_id', entering ? '=' : '<>', 0)
      .limit(ask.limit + 1)
    return beyond && entering === amongEntering ? rows.where(beyond) : rows
  }
  const [entering, others, counted] = await Promise.all([
    beyond && !amongEntering ? [] : page(true).execute(),
    page(false).execute(),
    beyond ? undefined : countOrders(tx, actor, ask, matches),
  ])
  const rows = [...entering, ...others].slice(0, ask.limit + 1)
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  const more = rows.length > ask.limit && last
  return {
    items: shown.map(({ sortKey: _, ...row }) => toOrder(row as Order)),
    nextCursor: more ? `${last.entering ? ENTERING : ''}${sealCursor([last.sortKey, last.id])}` : null,
    total: counted?.total ?? null,
    counts: counted?.counts ?? null,
    statuses: counted?.statuses ?? null,
    asOf: counted?.asOf ?? null,
  }
}

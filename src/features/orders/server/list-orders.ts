import * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { cursorText, openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { beyondCursor, cursorKey } from '../../../platform/server/endpoint/keyset.ts'
import type { Order, OrderPage } from '../contract.ts'
import { countOrders } from './count-orders.ts'
import { foundLine } from './found-line.ts'
import { matchOrders } from './match-orders.ts'
import { orderRows, toOrder } from './order-row.ts'
import { orderSort } from './order-sort.ts'
import type { OrderFilter } from './select-orders.ts'

export type ListOrders = OrderFilter & { sort: string; limit: number; cursor?: string | undefined }

/** The sort value and the id of the last row; and that it was among the orders being entered. */
const place = [cursorText.nullable(), z.int()] as const
const Cursor = z.union([z.tuple([...place]), z.tuple([...place, z.literal(true)])])

/**
 * A page of orders; on the first page also the counts over all of them and how fresh they are. Orders being entered stand on top,
 * sorted among themselves (J21).
 */
export async function listOrders(tx: Tx, actor: Actor, ask: ListOrders): Promise<OrderPage> {
  const sort = orderSort(ask.sort)
  const before = openCursor(ask.cursor, Cursor)
  const amongEntering = before?.[2] === true
  const beyond = beyondCursor(before && sealCursor([before[0], before[1]]), sort)
  const matches = await matchOrders(tx, actor, ask.search)
  const term = ask.search?.trim() || undefined
  const page = (entering: boolean) => {
    const among = matches.kind === 'many' ? { ...matches, entering } : matches
    const rows = orderRows(tx, actor, ask, { matches: among, sort })
      .$if(term !== undefined, (query) => query.select(foundLine(actor, term ?? '').as('line')))
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
    nextCursor: more ? sealCursor([last.sortKey, last.id, ...(last.entering ? [true] : [])]) : null,
    total: counted?.total ?? null,
    counts: counted?.counts ?? null,
    statuses: counted?.statuses ?? null,
    asOf: counted?.asOf ?? null,
  }
}

import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { Order, OrderPage } from '../contract.ts'
import { countOrders } from './count-orders.ts'
import { ORDER_COLUMNS, TENANT_NAME, toOrder } from './order-row.ts'
import { groupCondition, type OrderFilter, orderSort, selectOrders } from './select-orders.ts'

export type ListOrders = OrderFilter & { sort: string; limit: number; cursor?: string | undefined }

/** A page of orders; on the first page also the counts over all of them and how fresh they are. */
export async function listOrders(tx: Handle, actor: Actor, ask: ListOrders): Promise<OrderPage> {
  const after = openCursor(ask.cursor, 2)
  const { key, descending } = orderSort(ask.sort)
  const direction = descending ? sql`desc nulls last` : sql`asc nulls last`

  let page = selectOrders(tx, actor, ask)
    .select([...ORDER_COLUMNS, sql<string | number | null>`${key}`.as('sortKey')])
    .orderBy(sql`${key} ${direction}`)
    .orderBy('o.id', descending ? 'desc' : 'asc')
    .limit(ask.limit + 1)
  if (actor.tenantId === null) page = page.select(TENANT_NAME)
  if (ask.group) page = page.where(groupCondition(ask.group))
  if (after) {
    const [value, id] = after
    const beyond = descending ? sql`<` : sql`>`
    // Orders without a value come last in either direction.
    page = page.where(
      value === null
        ? sql<boolean>`${key} is null and o.id ${beyond} ${id}::bigint`
        : sql<boolean>`(${key} ${beyond} ${value} or (${key} = ${value} and o.id ${beyond} ${id}::bigint) or ${key} is null)`,
    )
  }

  const [rows, firstPage] = await Promise.all([
    page.execute(),
    after ? undefined : countOrders(tx, actor, ask),
  ])
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ sortKey: _, ...row }) => toOrder(row as Order)),
    nextCursor: rows.length > ask.limit && last ? sealCursor([last.sortKey, last.id as number]) : null,
    total: firstPage?.total ?? null,
    counts: firstPage?.counts ?? null,
    statuses: firstPage?.statuses ?? null,
    asOf: firstPage?.asOf ?? null,
  }
}

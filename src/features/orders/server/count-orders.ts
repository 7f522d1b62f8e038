import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { ORDER_GROUPS, type OrderPage } from '../contract.ts'
import { inGroup } from '../domain/order-status.ts'
import { type OrderFilter, selectOrders } from './select-orders.ts'

/** Counts over every order that search and status select: one pass by status, the groups follow from it. */
export async function countOrders(tx: Handle, actor: Actor, ask: OrderFilter) {
  const [byStatus, feed] = await Promise.all([
    selectOrders(tx, actor, ask)
      .select(['o.status', sql<number>`count(*)`.as('count')])
      .groupBy('o.status')
      .orderBy('o.status')
      .execute(),
    tx.selectFrom('feeds').select('last_batch_at').where('kind', '=', 'orders').executeTakeFirst(),
  ])
  const sum = (of: typeof byStatus) => of.reduce((total, { count }) => total + count, 0)
  const groups = ORDER_GROUPS.map((group) => [
    group,
    sum(byStatus.filter(({ status }) => inGroup(status, group))),
  ])
  const counts = { ...Object.fromEntries(groups), all: sum(byStatus) } as NonNullable<OrderPage['counts']>
  return {
    total: ask.group ? counts[ask.group] : counts.all,
    counts,
    statuses: byStatus.map(({ status, count }) => ({ status: status ?? '', count })),
    asOf: feed?.last_batch_at ?? null,
  }
}

import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { ORDER_GROUPS, type OrderPage } from '../contract.ts'
import { inGroup } from '../domain/order-status.ts'
import type { Matches } from './match-orders.ts'
import { isStatus, type OrderFilter, selectOrders } from './select-orders.ts'

type ByStatus = { status: string; count: number; chosen: boolean }[]

/** Counts over every order that search and status select: one pass by status, the groups follow from it. */
export async function countOrders(tx: Handle, actor: Actor, ask: OrderFilter, matches: Matches) {
  const [byStatus, feed] = await Promise.all([
    countByStatus(tx, actor, ask, matches),
    tx.selectFrom('feeds').select('last_batch_at').where('kind', '=', 'orders').executeTakeFirst(),
  ])
  const selected = byStatus.filter((row) => row.chosen)
  const sum = (of: ByStatus) => of.reduce((total, { count }) => total + count, 0)
  const groups = ORDER_GROUPS.map((group) => [
    group,
    sum(selected.filter(({ status }) => inGroup(status, group))),
  ])
  const counts = { ...Object.fromEntries(groups), all: sum(selected) } as NonNullable<OrderPage['counts']>
  return {
    total: ask.group ? counts[ask.group] : counts.all,
    counts,
    statuses: byStatus.map(({ status, count }) => ({ status, count })),
    asOf: feed?.last_batch_at ?? null,
  }
}

/** Of every status that the search selects; `chosen`: the one that is asked for, all of them when none is. */
async function countByStatus(
  tx: Handle,
  actor: Actor,
  { search, status }: OrderFilter,
  matches: Matches,
): Promise<ByStatus> {
  const chosen = status === undefined ? sql<boolean>`true` : isStatus(status)
  if (matches.kind === 'many') {
    const { rows } = await sql<ByStatus[number]>`select o.status, o.count, ${chosen} as chosen
      from portal.count_found_orders(${matches.term}) o order by o.status`.execute(tx)
    return rows
  }
  return selectOrders(tx, actor, { search }, matches)
    .select([sql<string>`o.status`.as('status'), sql<number>`count(*)`.as('count'), chosen.as('chosen')])
    .groupBy('o.status')
    .orderBy('o.status')
    .execute()
}

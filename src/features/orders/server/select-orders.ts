import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { GROUP_STATUSES, type OrderGroup } from '../domain/order-status.ts'
import { knownStatus } from '../domain/status-words.ts'
import { ORDER_STATUSES, type OrderStatus } from '../domain/statuses.ts'
import { isFound } from './found-line.ts'
import type { Matches } from './match-orders.ts'

export type OrderFilter = {
  search?: string | undefined
  status?: string | undefined
  group?: OrderGroup | undefined
}

/**
 * The orders that search and status select; an administrator's include the unassigned ones. The group is left to the
 * caller, because counts per group are over all of them.
 */
export function selectOrders(tx: Tx, actor: Actor, ask: OrderFilter, matches: Matches) {
  const source = actor.kind === 'admin' ? 'all_orders as o' : 'orders as o'
  let query = tx.selectFrom(source as 'all_orders as o') // the view has the table's columns
  // For the planner; the policy is the guard.
  if (actor.tenantId !== null) query = query.where('o.tenant_id', '=', actor.tenantId)
  if (ask.status !== undefined) query = query.where(isStatus(ask.status))
  if (matches.kind === 'few')
    return query.where(
      sql<boolean>`(o.tenant_id, o.id) in (select * from unnest(${matches.tenantIds}::int[], ${matches.ids}::bigint[]))`,
    )
  if (matches.kind === 'many') return query.where(isFound(actor, matches))
  return query
}

/** A status of the source is all that means it, any other is itself. */
export function isStatus(text: string): RawBuilder<boolean> {
  const known = knownStatus(text)
  return known ? means([known]) : sql<boolean>`o.status = portal.status_word(${text})`
}

const means = (statuses: readonly OrderStatus[]) =>
  sql<boolean>`o.status in (select w.word from portal.status_words w where w.meaning = any (${statuses}::text[]))`

/** Which of the source's statuses an order's means; null: none. */
export const MEANING = sql<OrderStatus | null>`(select w.meaning from portal.status_words w where w.word = o.status)`

/** Whether a status belongs to the group, in SQL, by the same table as the screens. */
export const groupCondition = (group: OrderGroup): RawBuilder<boolean> =>
  group === 'other' ? sql<boolean>`not ${means(ORDER_STATUSES)}` : means(GROUP_STATUSES[group])

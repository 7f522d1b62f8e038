import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { GROUP_STATUSES, type OrderGroup } from '../domain/order-status.ts'
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
export function selectOrders(tx: Handle, actor: Actor, ask: OrderFilter, matches: Matches) {
  const source = actor.kind === 'admin' ? 'all_orders as o' : 'orders as o'
  let query = tx.selectFrom(source as 'all_orders as o') // the view has the table's columns
  // For the planner; the policy is the guard.
  if (actor.tenantId !== null) query = query.where('o.tenant_id', '=', actor.tenantId)
  if (ask.status !== undefined) query = query.where(isStatus(ask.status))
  if (matches.kind === 'few')
    return query.where(
      sql<boolean>`(o.tenant_id, o.id) in (select * from unnest(${matches.tenantIds}::int[], ${matches.ids}::bigint[]))`,
    )
  if (matches.kind === 'many')
    return query.where('o.search_text', 'like', sql<string>`portal.search_pattern(${matches.term})`)
  return query
}

/** Compared as the stored status was made: no letter case, no stray blanks. */
export const isStatus = (status: string): RawBuilder<boolean> =>
  sql<boolean>`o.status = lower(btrim(${status}))`

/** Whether a status belongs to the group, in SQL, by the same table as the screens. */
export function groupCondition(group: OrderGroup): RawBuilder<boolean> {
  const rule = GROUP_STATUSES[group]
  return 'in' in rule
    ? sql<boolean>`o.status = any (${rule.in}::text[])`
    : sql<boolean>`o.status <> all (${rule.notIn}::text[])`
}

import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import type { OrderSort } from '../contract.ts'
import { GROUP_STATUSES, type OrderGroup } from '../domain/order-status.ts'

export type OrderFilter = {
  search?: string | undefined
  status?: string | undefined
  group?: OrderGroup | undefined
}

const natural = (column: string) => sql`${sql.ref(column)} collate portal.natural_order`
const SORT_KEYS: Record<OrderSort, RawBuilder<unknown>> = {
  primary: natural('primary_no'),
  ordNo: natural('ord_no'),
  poNo: natural('po_no'),
  fNo: natural('f_no'),
  clientName: natural('client_name'),
  ordStat: natural('status'),
  amount: sql`amount_cents`,
  blT: natural('bl_t'),
  ctsT: natural('cts_t'),
  bbT: natural('bb_t'),
  pbl: natural('pbl'),
  pcts: natural('pcts'),
  pbb: natural('pbb'),
}

/** `-ordNo` → its key and direction. */
export function orderSort(sort: string): { key: RawBuilder<unknown>; descending: boolean; field: OrderSort } {
  const field = sort.replace(/^-/, '') as OrderSort
  return { field, key: SORT_KEYS[field], descending: sort.startsWith('-') }
}

/**
 * The orders that search and status select; an administrator's include the unassigned ones. The group is left to the
 * caller, because counts per group are over all of them.
 */
export function selectOrders(tx: Handle, actor: Actor, ask: OrderFilter) {
  const source = actor.kind === 'admin' ? 'all_orders as o' : 'orders as o'
  let query = tx.selectFrom(source as 'all_orders as o') // the view has the table's columns
  // For the planner; the policy is the guard.
  if (actor.tenantId !== null) query = query.where('o.tenant_id', '=', actor.tenantId)
  if (ask.status !== undefined) query = query.where('o.status', '=', ask.status.trim().toLowerCase())
  const term = ask.search?.trim()
  if (term) query = query.where('o.id', 'in', sql<number>`(select portal.search_orders(${term}))`)
  return query
}

/** Whether a status belongs to the group, in SQL, by the same table as the screens. */
export function groupCondition(group: OrderGroup): RawBuilder<boolean> {
  const rule = GROUP_STATUSES[group]
  return 'in' in rule
    ? sql<boolean>`o.status = any (${rule.in}::text[])`
    : sql<boolean>`o.status <> all (${rule.notIn}::text[])`
}

import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { ORDER_GROUPS } from '../contract.ts'
import { inGroup } from '../domain/order-status.ts'
import type { OrderStatus } from '../domain/statuses.ts'
import { MEANING } from './select-orders.ts'

type Groups = Record<(typeof ORDER_GROUPS)[number], number>

/** How many orders of one tenant are in each group of the Orders page, from an index by status. */
export async function groupsOfTenant(tx: Tx, tenantId: number): Promise<Groups> {
  const { rows } = await sql<{ status: OrderStatus | null; count: number }>`
    select ${MEANING} as status, o.count from (
      select o.status, count(*) as count from portal.orders o where o.tenant_id = ${tenantId}::int group by o.status) o`.execute(
    tx,
  )
  const sum = (group: (typeof ORDER_GROUPS)[number]) =>
    rows.reduce((total, { status, count }) => total + (inGroup(status, group) ? count : 0), 0)
  return Object.fromEntries(ORDER_GROUPS.map((group) => [group, sum(group)])) as Groups
}

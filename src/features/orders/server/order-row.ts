import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { orderBy, type Sort } from '../../../platform/server/endpoint/keyset.ts'
import type { Order } from '../contract.ts'
import type { Matches } from './match-orders.ts'
import { groupCondition, MEANING, type OrderFilter, selectOrders } from './select-orders.ts'

/** The columns of an order as they leave: names of the contract, money as text with two digits. */
const ORDER_COLUMNS = [
  'o.id',
  'o.primary_no as primary',
  'o.ord_no as ordNo',
  'o.po_no as poNo',
  'o.f_no as fNo',
  'o.client_name as clientName',
  'o.ref',
  'o.ord_stat as ordStat',
  MEANING.as('status'),
  'o.montant_total as montantTotal',
  sql<string>`(o.amount_cents / 100.0)::numeric(20, 2)::text`.as('amount'),
  'o.currency',
  'o.bl_t as blT',
  'o.cts_t as ctsT',
  'o.bb_t as bbT',
  'o.pbl',
  'o.pcts',
  'o.pbb',
  'o.order_date as orderDate',
  'o.requested_date as requestedDate',
  'o.promised_date as promisedDate',
  'o.ship_to as shipTo',
  sql<boolean>`(o.source_id = portal.portal_source())`.as('entering'),
] as const

/**
 * Rows of the filter, its group included, in the order of `sort`; with their tenant for those who look at several.
 * The join costs nothing where nobody asks for the tenant: it is then left out of the plan.
 */
export function orderRows(
  tx: Tx,
  actor: Actor,
  ask: OrderFilter,
  { matches, sort }: { matches: Matches; sort: Sort },
) {
  const rows = selectOrders(tx, actor, ask, matches)
    .leftJoin('tenants as t', 't.id', 'o.tenant_id')
    .select(ORDER_COLUMNS)
    .$if(actor.tenantId === null, (query) => query.select('t.name as tenantName'))
    .orderBy(orderBy(sort))
  return ask.group ? rows.where(groupCondition(ask.group)) : rows
}

/** As the contract has it: a row without a tenant (unassigned) names none, and one that was not found by a line has none. */
export const toOrder = ({
  tenantName,
  line,
  ...row
}: Omit<Order, 'tenantName' | 'line'> & {
  tenantName?: string | null
  line?: Order['line'] | null
}): Order => ({
  ...row,
  ...(tenantName && { tenantName }),
  ...(line && { line }),
})

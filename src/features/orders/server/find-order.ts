import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { selectOrders } from './select-orders.ts'

/** Where an order is: tenant 0 for one that nobody has claimed. */
export type OrderPlace = { tenantId: number; id: number }

/** So many are offered when a number is not one order's alone. */
const MOST_MATCHES = 20
const BY_ID = /^id:([1-9]\d{0,15})$/

/**
 * The order of an Ord No, or of `id:<id>`, among those that the asker sees. 404 for another tenant's as for none; 409
 * `ambiguous` with their ids when several bear the number.
 */
export async function findOrder(tx: Tx, actor: Actor, asked: string): Promise<OrderPlace> {
  const id = BY_ID.exec(asked)?.[1]
  if (id !== undefined && !Number.isSafeInteger(Number(id))) throw refuse(404, 'not_found')
  const found = await selectOrders(tx, actor, {}, { kind: 'all' })
    .select(['o.tenant_id as tenantId', 'o.id'])
    .where(
      id === undefined
        ? sql<boolean>`o.ord_no collate portal.natural_order = ${asked}`
        : sql<boolean>`(${ofSeveral(actor)}) and o.id = ${id}::bigint`,
    )
    .orderBy('o.id', 'desc')
    .limit(MOST_MATCHES)
    .execute()
  const [first, ...others] = found as OrderPlace[]
  if (!first) throw refuse(404, 'not_found')
  if (others.length > 0) throw refuse(409, 'ambiguous', { ids: [first, ...others].map((place) => place.id) })
  return first
}

/** Ids stand behind the tenant in every key: naming the tenants lets the index be used. */
const ofSeveral = ({ kind, tenantId, tenantIds }: Actor) =>
  kind === 'admin'
    ? sql`o.tenant_id in (select 0 union all select t.id from portal.tenants t)`
    : tenantId === null
      ? sql`o.tenant_id = any (${tenantIds}::int[])`
      : sql`true`

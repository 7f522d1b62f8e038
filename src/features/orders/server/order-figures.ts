import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { SESSION_STATUSES } from '../domain/order-status.ts'
import type { OrderStatus } from '../domain/statuses.ts'
import { MEANING, selectOrders } from './select-orders.ts'

/** Orders of one currency: how many and how much, in all and of the groups of the session. Cents as text. */
export type OrderFigures = {
  currency: string
  count: number
  cents: string
  processingCount: number
  processingCents: string
  notStartedCount: number
  notStartedCents: string
  issues: number
  otherCount: number
  otherCents: string
}

/** Null: what means none of the source's. */
type Statuses = readonly OrderStatus[] | null
const isOneOf = (statuses: Statuses) =>
  statuses === null ? sql`s.meaning is null` : sql`s.meaning = any (${statuses}::text[])`
const count = (statuses: Statuses) =>
  sql<number>`coalesce(sum(s.count) filter (where ${isOneOf(statuses)}), 0)::bigint`
const cents = (statuses: Statuses) =>
  sql<string>`coalesce(sum(s.cents) filter (where ${isOneOf(statuses)}), 0)::text`

/**
 * Over every order that the asker sees, the most used currency first: one pass over an index (orders_sums) by status, and
 * the groups from what that leaves.
 */
export function readOrderFigures(tx: Tx, actor: Actor): Promise<OrderFigures[]> {
  const byStatus = selectOrders(tx, actor, {}, { kind: 'all' })
    .select(['o.status', 'o.currency', sql`count(*)`.as('count'), sql`sum(o.amount_cents)`.as('cents')])
    .groupBy(['o.status', 'o.currency'])
  const byMeaning = tx
    .selectFrom(byStatus.as('o'))
    .select(['o.currency', 'o.count', 'o.cents', MEANING.as('meaning')])
  return tx
    .selectFrom(byMeaning.as('s'))
    .select([
      sql<string>`s.currency`.as('currency'),
      sql<number>`sum(s.count)::bigint`.as('count'),
      sql<string>`sum(s.cents)::text`.as('cents'),
      count(SESSION_STATUSES.processing).as('processingCount'),
      cents(SESSION_STATUSES.processing).as('processingCents'),
      count(SESSION_STATUSES.notStarted).as('notStartedCount'),
      cents(SESSION_STATUSES.notStarted).as('notStartedCents'),
      count(SESSION_STATUSES.issues).as('issues'),
      count(null).as('otherCount'),
      cents(null).as('otherCents'),
    ])
    .groupBy('s.currency')
    .orderBy(sql`2 desc, 1`)
    .execute()
}

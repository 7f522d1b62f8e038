import { type RawBuilder, sql } from 'kysely'
import type { ModuleId, Permission } from '../../../platform/contract/permissions.ts'
import type { TypedAmount } from '../../../platform/domain/typed-amount.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { SearchGroup, SearchHit } from '../contract.ts'

/** `parts`: also within numbers and names; else whole numbers alone. `amount`: what the term is as one. `most`: so many hits at most. */
export type SearchAsk = {
  term: string
  parts: boolean
  amount: TypedAmount | null
  today: string
  most: number
}

/**
 * A feature's part of the search, published by it and put together by the application. Asked only where the asker has its
 * permission and module (A8); in one statement, so that all of them are one round to the database.
 */
export type SearchSource = {
  group: SearchGroup
  permission: Permission
  module?: ModuleId
  find: (tx: Tx, actor: Actor, ask: SearchAsk) => Promise<SearchHit[]>
}

/** Among so many that fit, the best are shown. */
export const CANDIDATES = 60
/** Where none of these is left out afterwards: beside those that whole numbers found already, in two ways at most, as many as are shown. */
export const enoughBeside = (most: number): number => 3 * most

/** The tenants that the asker sees, for the planner: numbers stand behind the tenant in every key. The policy is the guard. */
export const ofSeen = ({ kind, tenantId, tenantIds }: Actor, column: string): RawBuilder<boolean> =>
  tenantId !== null
    ? sql`${sql.ref(column)} = ${tenantId}::int`
    : kind === 'admin'
      ? sql`${sql.ref(column)} in (select t.id from portal.tenants t)`
      : sql`${sql.ref(column)} = any (${tenantIds}::int[])`

/** Rows of a function that finds by amount (src/features/search/db/functions/search_amounts.sql); none where the term is no amount. */
export const ofAmount = (
  { amount, most }: SearchAsk,
  find: 'invoices_of_amount' | 'payments_of_amount' | 'payment_orders_of_amount' | 'orders_of_amount',
  ...more: RawBuilder<unknown>[]
): RawBuilder<unknown> =>
  amount === null
    ? sql`(select null::int as tenant_id, null::bigint as id where false)`
    : sql`portal.${sql.ref(find)}(${sql.join([sql`${amount.least}::bigint`, sql`${amount.most}::bigint`, sql`${amount.currency}::text`, ...more, sql`${enoughBeside(most)}::int`])})`

type Row = { title: string | null; tenant: string | null; details: (string | null)[] }

/** As it crosses the wire: without what is empty, and without the tenant for those who look at one. */
export const toHit = (actor: Actor, to: string, { title, tenant, details }: Row): SearchHit => ({
  to,
  title: title?.trim() || null,
  details: details.flatMap((one) => one?.trim() || []),
  ...(actor.tenantId === null && tenant !== null && { tenantName: tenant }),
})

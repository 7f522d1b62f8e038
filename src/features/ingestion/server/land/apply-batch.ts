import { type RawBuilder, sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import { isSalesKind, type Kind } from '../../domain/kinds/kinds.ts'
import { stagedTable } from '../stage/stage-rows.ts'
import { BULK_FROM, type Plan } from './plan.ts'

/** Does what was planned. The stage is empty afterwards; the plan says which tenants' rows changed until it is taken. */
export function applyBatch(
  upstream: UpstreamActor,
  batch: number,
  kind: Kind,
  plan: Plan,
): RawBuilder<unknown>[] {
  const { insert, update, move, delete: taken } = plan.rows
  const sales = isSalesKind(kind)
  const bulk = sales && insert + update + move + taken + plan.removed > BULK_FROM
  return [
    ...(bulk ? [sql`set local portal.bulk = 'on'`] : []),
    sql`select portal.apply_ingest(${batch}::bigint, ${kind}, ${upstream.sourceId}::smallint)`,
    sql`delete from ${stagedTable(kind)} where batch = ${batch}::bigint`,
    // Now, and not at commit: the audit chain that every sign-in needs is taken only after the long work.
    ...(sales ? [sql`select portal.settle_sales()`] : []),
  ]
}

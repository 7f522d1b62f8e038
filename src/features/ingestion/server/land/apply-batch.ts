import { sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import { isSalesKind, type Kind, type SalesKind } from '../../domain/kinds/kinds.ts'
import { clearStage } from './clear-stage.ts'
import { BULK_FROM, type Plan } from './plan.ts'

const SETTLE: Record<SalesKind, ReturnType<typeof sql>> = {
  'sales-history': sql`select portal.settle_sales()`,
  'current-sales': sql`select portal.current_settle_sales()`,
}

/** Does what was planned; answers the tenants whose rows changed (0: unassigned). The stage is empty afterwards. */
export async function applyBatch(
  tx: Handle,
  upstream: UpstreamActor,
  batch: number,
  kind: Kind,
  plan: Plan,
): Promise<number[]> {
  const { insert, update, move, delete: taken } = plan.rows
  if (isSalesKind(kind) && insert + update + move + taken + plan.replaced > BULK_FROM)
    await sql`set local portal.bulk = 'on'`.execute(tx)
  const { rows } = await sql<{ tenants: number[] }>`select portal.apply_ingest(${batch}::bigint, ${kind},
    ${upstream.sourceId}::smallint) as tenants`.execute(tx)
  await clearStage(tx, batch, kind)
  // Now, and not at commit: the audit chain that every sign-in needs is taken only after the long work.
  if (isSalesKind(kind)) await SETTLE[kind].execute(tx)
  return rows[0]?.tenants ?? []
}

import { sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import { MOST_ERRORS, type RowError } from '../../contract.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import { stagedTable } from '../stage/stage-rows.ts'
import { clearStage } from './clear-stage.ts'
import type { Ask } from './ingest.ts'
import type { Reception } from './receive.ts'
import { refuseUnlessAgreed } from './refuse-unless-agreed.ts'

const ACTS = [
  'insert',
  'update',
  'move',
  'delete',
  'forgotten',
  'seen',
  'unchanged',
  'stale',
  'unknown_client',
  'outside_scope',
] as const
type Act = (typeof ACTS)[number]

export type Plan = { rows: Record<Act, number>; replaced: number; errors: RowError[]; errorsTotal: number }

/** From here on many changed sales rows are summed up anew instead of one by one. */
const BULK_FROM = 20_000

const REJECTED = {
  unknown_client: 'The key does not know this client.',
  outside_scope: 'The row lies outside the scope that is replaced.',
}

/** Decides what becomes of every row; throws LandingRefusal where the sender's conditions are not met. */
export async function planBatch<K extends Kind>(
  tx: Handle,
  upstream: UpstreamActor,
  batch: number,
  ask: Ask<K>,
  reception: Reception,
): Promise<Plan> {
  await planForSize(tx, reception.staged)
  await checkStage(tx, batch, ask.kind, reception.staged)
  const scope = ask.replace && ask.replace.scope !== 'all' ? ask.replace.scope : null
  const { rows } = await sql<{
    act: Act
    rows: number
  }>`select act, rows from portal.plan_ingest(${batch}::bigint, ${ask.kind},
    ${upstream.sourceId}::smallint, ${scope?.from ?? null}::date, ${scope?.until ?? null}::date)`.execute(tx)
  const plan: Plan = {
    rows: Object.fromEntries(ACTS.map((act) => [act, 0])) as Record<Act, number>,
    replaced: 0,
    errors: [],
    errorsTotal: 0,
  }
  for (const { act, rows: n } of rows) plan.rows[act] = n
  plan.errorsTotal = plan.rows.unknown_client + plan.rows.outside_scope
  if (plan.errorsTotal > 0) plan.errors = await listRejected(tx, batch)
  await refuseUnlessAgreed(tx, upstream, batch, ask, reception, plan)
  return plan
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
  if (kind === 'sales-history' && insert + update + move + taken + plan.replaced > BULK_FROM)
    await sql`set local portal.bulk = 'on'`.execute(tx)
  const { rows } = await sql<{ tenants: number[] }>`select portal.apply_ingest(${batch}::bigint, ${kind},
    ${upstream.sourceId}::smallint) as tenants`.execute(tx)
  await clearStage(tx, batch, kind)
  // Now, and not at commit: the audit chain that every sign-in needs is taken only after the long work.
  if (kind === 'sales-history') await sql`select portal.settle_sales()`.execute(tx)
  return rows[0]?.tenants ?? []
}

/** The stage has no statistics of a batch that came a moment ago, so the planner is told what kind of work it is. */
async function planForSize(tx: Handle, rows: number): Promise<void> {
  if (rows <= BULK_FROM) return
  await sql`set local enable_nestloop = off`.execute(tx)
  await sql`set local work_mem = '64MB'`.execute(tx)
}

/** An unlogged table is empty after a crash of the database: rows that were staged before it would be missed. */
async function checkStage(tx: Handle, batch: number, kind: Kind, expected: number): Promise<void> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from ${stagedTable(kind)} where batch = ${batch}::bigint`.execute(tx)
  if (rows[0]?.n !== expected)
    throw Object.assign(new Error(`${expected - (rows[0]?.n ?? 0)} staged rows were lost`), { code: '57P02' })
}

async function listRejected(tx: Handle, batch: number): Promise<RowError[]> {
  const { rows } = await sql<{
    row: number
    code: keyof typeof REJECTED
  }>`select row_no as row, act as code from portal.ingest_plan
    where batch = ${batch}::bigint and act in ('unknown_client', 'outside_scope') order by row_no limit ${MOST_ERRORS}`.execute(
    tx,
  )
  return rows.map(({ row, code }) => ({ row, field: null, code, message: REJECTED[code] }))
}

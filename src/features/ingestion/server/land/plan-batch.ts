import { sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import type { RowError } from '../../contract.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import { MOST_ERRORS } from '../../domain/most-errors.ts'
import { stagedTable } from '../stage/stage-rows.ts'
import type { Ask } from './ask.ts'
import { type Act, BULK_FROM, emptyPlan, type Plan } from './plan.ts'
import type { Reception } from './receive.ts'
import { refuseUnlessAgreed } from './refuse-unless-agreed.ts'

const REJECTED = {
  unknown_client: 'The key does not know this client.',
  outside_scope: 'The row lies outside the scope that is replaced.',
  ambiguous_lot: 'This lot number stands at several items; send the item that is meant.',
}

/** What is no client's, so that a key which is bound to one cannot send it. */
const OF_MANUFACTURER: readonly Kind[] = ['products', 'lots', 'lot-results']
const NO_CLIENTS = 'The key is bound to one client, and this is the manufacturer’s.'

/** Decides what becomes of every row; throws LandingRefusal where the sender's conditions are not met. */
export async function planBatch(
  tx: Handle,
  upstream: UpstreamActor,
  batch: number,
  ask: Ask,
  reception: Reception,
): Promise<Plan> {
  const scope = ask.replace && ask.replace.scope !== 'all' ? ask.replace.scope : null
  const planned = sql<{
    act: Act
    rows: number
  }>`select act, rows from portal.plan_ingest(${batch}::bigint, ${ask.kind},
    ${upstream.sourceId}::smallint, ${scope?.from ?? null}::date, ${scope?.until ?? null}::date)`
  const [, , tied, { rows }] = await Promise.all([
    planForSize(tx, reception.staged),
    checkStage(tx, batch, ask.kind, reception.staged),
    sql<{
      refused: number
    }>`select portal.tie_lots(${batch}::bigint, ${ask.kind}, ${upstream.sourceId}::smallint) as refused`.execute(
      tx,
    ),
    planned.execute(tx),
  ])
  const plan = emptyPlan()
  for (const { act, rows: n } of rows) plan.rows[act] = n
  plan.rows.ambiguous_lot = tied.rows[0]?.refused ?? 0
  plan.errorsTotal = plan.rows.unknown_client + plan.rows.outside_scope + plan.rows.ambiguous_lot
  if (plan.errorsTotal > 0) plan.errors = await listRejected(tx, upstream, batch, ask.kind)
  await refuseUnlessAgreed(tx, upstream, batch, ask, reception, plan)
  return plan
}

/** The stage has no statistics of a batch that came a moment ago, so the planner is told what kind of work it is. */
async function planForSize(tx: Handle, rows: number): Promise<void> {
  if (rows <= BULK_FROM) return
  await Promise.all([
    sql`set local enable_nestloop = off`.execute(tx),
    sql`set local work_mem = '64MB'`.execute(tx),
  ])
}

/** An unlogged table is empty after a crash of the database: rows that were staged before it would be missed. */
async function checkStage(tx: Handle, batch: number, kind: Kind, expected: number): Promise<void> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from ${stagedTable(kind)} where batch = ${batch}::bigint`.execute(tx)
  if (rows[0]?.n !== expected)
    throw Object.assign(new Error(`${expected - (rows[0]?.n ?? 0)} staged rows were lost`), { code: '57P02' })
}

async function listRejected(
  tx: Handle,
  { tenantId }: UpstreamActor,
  batch: number,
  kind: Kind,
): Promise<RowError[]> {
  const { rows } = await sql<{
    row: number
    code: keyof typeof REJECTED
    items: string[] | null
  }>`select row_no as row, act as code, items from portal.ingest_plan
    where batch = ${batch}::bigint and act in ('unknown_client', 'outside_scope', 'ambiguous_lot') order by row_no limit ${MOST_ERRORS}`.execute(
    tx,
  )
  return rows.map(({ row, code, items }) => ({
    row,
    field: code === 'ambiguous_lot' ? 'Item No' : null,
    code,
    message:
      code === 'unknown_client' && OF_MANUFACTURER.includes(kind)
        ? NO_CLIENTS
        : // What else is made is not told to a key that is bound to one client.
          `${REJECTED[code]}${items && tenantId === null ? ` Items: ${items.join(', ')}.` : ''}`,
  }))
}

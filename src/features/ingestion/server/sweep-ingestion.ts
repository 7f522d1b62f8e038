import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { INGEST_KINDS } from '../contract.ts'
import { stagedTable } from './stage/stage-rows.ts'

/** Longer than any batch takes, so that no other server's is swept from under it. */
const LOST_AFTER = sql`interval '6 hours'`

/** As the owner, at the start of the server: what batches left whose server was killed, and Idempotency-Keys past 30 days. */
export async function sweepIngestion(tx: Tx): Promise<void> {
  for (const kind of INGEST_KINDS)
    await sql`delete from ${stagedTable(kind)} where staged_at < now() - ${LOST_AFTER}`.execute(tx)
  await sql`delete from portal.ingest_plan where planned_at < now() - ${LOST_AFTER}`.execute(tx)
  await sql`update portal.ingest_batches set idempotency_key = null
    where idempotency_key is not null and received_at < now() - interval '30 days'`.execute(tx)
}

/** How long rejected rows are kept. */
const ROWS_KEPT = sql`interval '30 days'`

/** As the owner, every few minutes: a server may run for months. */
export async function sweepRejectedRows(tx: Tx): Promise<void> {
  await sql`delete from portal.rejected_rows where kept_at < now() - ${ROWS_KEPT}`.execute(tx)
}

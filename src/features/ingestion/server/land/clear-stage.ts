import { sql } from 'kysely'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import { stagedTable } from '../stage/stage-rows.ts'

/** Empties the stage of one batch. */
export async function clearStage(tx: Tx, batch: number, kind: Kind): Promise<void> {
  await Promise.all([
    sql`delete from ${stagedTable(kind)} where batch = ${batch}::bigint`.execute(tx),
    sql`delete from portal.ingest_plan where batch = ${batch}::bigint`.execute(tx),
  ])
}

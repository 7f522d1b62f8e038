import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { DRAFT_DAYS } from '../contract.ts'

/** As the owner: what nobody came back to for 30 days goes, with its files. */
export async function sweepDrafts(tx: Tx): Promise<void> {
  await sql`delete from portal.form_drafts
    where saved_at <= clock_timestamp() - make_interval(days => ${DRAFT_DAYS})`.execute(tx)
}

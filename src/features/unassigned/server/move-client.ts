import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { ClientKey } from './client-key.ts'

/** As long as moving a million rows takes: beyond the time of a batch, and seldom. */
const MOVE_WITHIN = '120s'

/** Nothing of this client comes in until the end of the transaction, which has the time to move all of it. */
export async function lockClient(tx: Tx, { sourceId }: ClientKey): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(MOVE_WITHIN)}`.execute(tx)
  await sql`select portal.lock_client(${sourceId}::int)`.execute(tx)
}

/** All rows of a client, from the unassigned ones (0) to a tenant or back. Answers how many by kind. */
export async function moveClient(
  tx: Tx,
  { sourceId, clientCode, clientName }: ClientKey,
  from: number,
  to: number,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ moved: Record<string, number> }>`
    select portal.move_client(${sourceId}::int, ${clientCode}, ${clientName}, ${from}::int, ${to}::int) as moved`.execute(
    tx,
  )
  return (rows[0] as { moved: Record<string, number> }).moved
}

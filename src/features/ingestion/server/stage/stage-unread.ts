import { sql } from 'kysely'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import { arrayLiteral } from '../body/array-literal.ts'

/** Keys of rows that came but could not be read: replacing must not take the stored ones for gone. */
export async function stageUnread(tx: Handle, batch: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`insert into portal.ingest_plan (batch, key, act)
    select ${batch}::bigint, k, 'unread' from unnest(${arrayLiteral(keys, (key) => key)}::text[]) k`.execute(
    tx,
  )
}

import { sql } from 'kysely'
import type { Actor } from './database/context.ts'
import type { Tx } from './database/tx.ts'
import { dayIn } from './time-zone.ts'

/** The asker's own time zone, else their tenant's, else the installation's (B4); null: nobody said. */
export async function zoneOfAsker(tx: Tx, { userId, tenantId }: Actor): Promise<string | null> {
  const { rows } = await sql<{ timezone: string | null }>`
    select portal.timezone_of(${userId}, ${tenantId}::int) as timezone`.execute(tx)
  return rows[0]?.timezone ?? null
}

/** Today where the asker is, for a file's name; in UTC when nobody said where that is. */
export const dateOfAsker = async (tx: Tx, actor: Actor): Promise<string> =>
  dayIn((await zoneOfAsker(tx, actor)) ?? 'UTC')

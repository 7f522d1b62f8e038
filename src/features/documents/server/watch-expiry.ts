import { sql } from 'kysely'
import type { Handle } from '../../../platform/server/database/handle.ts'
import type { DatabaseLocation } from '../../../platform/server/database/location.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import type { Log } from '../../../platform/server/log.ts'

const LOOK_EVERY_MS = 60 * 60_000

/** As the owner: tells of what expires, once for each document and threshold (E5); answers of how many. */
export async function remindOfExpiry(tx: Handle, today: string): Promise<number> {
  const { rows } = await sql<{
    told: number
  }>`select portal.remind_of_expiry(${today}::date) as told`.execute(tx)
  return rows[0]?.told ?? 0
}

/** Every hour: so a day begins wherever the manufacturer is, and a server that was down comes late at most by that. */
export function watchExpiry(location: DatabaseLocation, today: () => string, log: Log) {
  const look = () =>
    withOwner(location, (tx) => remindOfExpiry(tx, today())).catch((fault) =>
      log.error({ fault: String(fault) }, 'nobody was reminded of what expires'),
    )
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

import { sql } from 'kysely'
import type { DatabaseLocation } from '../../../platform/server/database/location.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import type { Log } from '../../../platform/server/log.ts'

const POLL_INTERVAL_MS = 60 * 60_000

/** As the owner: tells of what expires, once for each document and threshold (E5), and of what clients still owe; answers of how many. */
export async function remindOfExpiry(tx: Tx, today: string): Promise<number> {
  const { rows } = await sql<{
    told: number
  }>`select portal.remind_of_expiry(${today}::date) + portal.remind_of_requests(${today}::date) as told`.execute(
    tx,
  )
  return rows[0]?.told ?? 0
}

/** At the start and every hour: so a day begins wherever the manufacturer is, and a server that was down catches up at once. */
export function watchExpiry(location: DatabaseLocation, today: () => string, log: Log) {
  const look = async () => {
    await withOwner(location, (tx) => remindOfExpiry(tx, today())).catch((fault) =>
      log.error({ fault: String(fault) }, 'nobody was reminded of what expires'),
    )
  }
  let looking = look()
  const timer = setInterval(() => {
    looking = look()
  }, POLL_INTERVAL_MS)
  timer.unref()
  return {
    /** Once nobody looks any more. */
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

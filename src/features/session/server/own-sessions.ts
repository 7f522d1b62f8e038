import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { OwnSession } from '../contract.ts'
import { deviceName } from '../domain/device-name.ts'

/** A session as the database tells of it. */
export type SessionRow = {
  id: string
  user_agent: string | null
  address: string | null
  created_at: string
  last_active_at: string
  is_current: boolean
}

/** Where the asker is signed in: the session that asks first, then the one used last. */
export async function ownSessions(tx: Tx) {
  const { rows } = await sql<SessionRow>`select * from portal.own_sessions()`.execute(tx)
  return { items: rows.map(toSession) }
}

/** With the names that people have for browsers and systems. */
export function toSession(row: SessionRow): OwnSession {
  const { browser = null, system = null } = deviceName(row.user_agent ?? '')
  return {
    id: row.id,
    browser,
    system,
    address: row.address,
    since: row.created_at,
    lastUsed: row.last_active_at,
    isCurrent: row.is_current,
  }
}

/** Ends one of the asker's sessions; somebody else's does not exist for them. */
export async function endOwnSession(
  tx: Tx,
  { id }: { id: string },
  record: (act: Act) => void,
): Promise<{ ended: true }> {
  const { rows } = await sql<{ ended: boolean }>`select portal.end_own_session(${id}) as ended`.execute(tx)
  if (!rows[0]?.ended) throw refuse(404, 'not_found')
  record({ objectType: 'session', objectId: id, after: { ended: true } })
  return { ended: true }
}

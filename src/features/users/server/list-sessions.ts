import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { type SortedAsk, type SortedList, sortedPage } from '../../../platform/server/endpoint/sorted-page.ts'
import { type SessionRow, toSession } from '../../session/server/published.ts'
import type { SESSION_SORTS } from '../contract.ts'

type Sort = (typeof SESSION_SORTS)[number]
export type SessionRecord = SessionRow & {
  user_id: string
  name: string
  email: string
  is_temporary: boolean
}

const KEYS = {
  name: { text: sql`r.name` },
  email: { text: sql`r.email` },
  address: { text: sql`coalesce(r.address, '')` },
  lastUsed: { moment: sql`r.last_active_at` },
  since: { moment: sql`r.created_at` },
}

/** Where everybody is signed in. */
export const sessionsOf = ({ search }: { search?: string | undefined }): SortedList<Sort> => ({
  rows: sql`select * from portal.all_sessions(${search ?? null})`,
  keys: KEYS,
  id: { column: 'id', type: 'text' },
})

/** The same page by page; the first page counts them. */
export async function listSessions(tx: Tx, ask: SortedAsk<Sort> & { search?: string | undefined }) {
  const { rows, ...page } = await sortedPage<SessionRecord, Sort>(tx, sessionsOf(ask), ask)
  return {
    items: rows.map((row) => ({
      ...toSession(row),
      userId: row.user_id,
      name: row.name,
      email: row.email,
      temporary: row.is_temporary,
    })),
    ...page,
  }
}

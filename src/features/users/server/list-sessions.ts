import { sql } from 'kysely'
import * as z from 'zod'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { cursorText, openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { type SessionRow, toSession } from '../../session/server/published.ts'

type Row = SessionRow & {
  user_id: string
  name: string
  email: string
  is_temporary: boolean
  place: number
  total: number
}
const Cursor = z.tuple([z.int().min(0), cursorText])

/** Where everybody is signed in, the session used last first. */
export async function listSessions(
  tx: Handle,
  ask: { search?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const after = openCursor(ask.cursor, Cursor)
  const { rows } = await sql<Row>`
    select * from portal.all_sessions(${ask.search ?? null}, ${after?.[0] ?? null}::bigint, ${after?.[1] ?? null}, ${ask.limit + 1}::int)`.execute(
    tx,
  )
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => ({
      ...toSession(row),
      userId: row.user_id,
      name: row.name,
      email: row.email,
      temporary: row.is_temporary,
    })),
    nextCursor: rows.length > ask.limit && last ? sealCursor([last.place, last.id]) : null,
    total: after ? null : (rows[0]?.total ?? 0),
  }
}

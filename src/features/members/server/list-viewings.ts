import { sql } from 'kysely'
import * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { PastViewing } from '../contract.ts'
import { managedTenant } from './managed-tenant.ts'

type Row = Pick<PastViewing, 'id' | 'name' | 'role' | 'reason'> & {
  began_at: string
  ends_at: string
  ended_at: string | null
  total: number
}

/** Who of the manufacturer looked at the tenant through a role's eyes, the newest first (H1). */
export async function listViewings(
  tx: Tx,
  actor: Actor,
  ask: { search?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const tenant = managedTenant(actor)
  const before = openCursor(ask.cursor, z.tuple([z.int32()]))
  const { rows } = await sql<Row>`
    select * from portal.list_viewings(${tenant}::int, ${before?.[0] ?? null}::int, ${ask.limit + 1}::int, ${ask.search ?? null})`.execute(
    tx,
  )
  const items = rows.slice(0, ask.limit).map(
    ({ id, name, role, reason, began_at, ends_at, ended_at }): PastViewing => ({
      ...{ id, name, role, reason },
      ...{ beganAt: began_at, endsAt: ends_at, endedAt: ended_at },
    }),
  )
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > ask.limit && last ? sealCursor([last.id]) : null,
    total: before ? null : (rows[0]?.total ?? 0),
  }
}

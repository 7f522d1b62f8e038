import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'

type Found = { id: number; title: string; at: string; total: number }

/** How many issues a client has, and those that moved last. */
export async function issuesOfClient(tx: Tx, tenantId: number, most: number) {
  const { rows } = await sql<Found>`
    select i.id, '#' || i.no || ' ' || i.title as title, i.last_at as at, count(*) over ()::int as total
      from issues i where i.tenant_id = ${tenantId}::int order by i.last_at desc, i.id desc limit ${most}`.execute(
    tx,
  )
  return rows
}

import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'

type Found = { id: number; title: string; at: string; total: number }

/** How many documents a client may see, drafts not counted, and those that changed last. */
export async function documentsOfClient(tx: Tx, tenantId: number, most: number) {
  const { rows } = await sql<Found>`
    select d.id, d.title, d.updated_at as at, count(*) over ()::int as total
      from documents d join document_access a on a.document_id = d.id and a.tenant_id = ${tenantId}::int
     where d.status <> 'draft' order by d.updated_at desc, d.id desc limit ${most}`.execute(tx)
  return rows
}

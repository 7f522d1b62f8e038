import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import type { DocumentChange, DocumentRow } from '../contract.ts'
import { LEGAL_TYPES } from '../domain/vocabulary.ts'
import { documentRows, fitting, onShelves, type StoredRow, toRow } from './document-rows.ts'
import { withHits } from './text/find-in-text.ts'

/** More than a client signs. */
const MOST_DOCUMENTS = 200
const MOST_CHANGES = 50

/** The Legal screen: its documents in their usual order, and what changed in them: every version but a document's first. */
export async function listLegal(
  tx: Handle,
  actor: Actor,
  { search }: { search?: string | undefined },
): Promise<{ items: DocumentRow[]; history: DocumentChange[] }> {
  const legal = onShelves(['legal'])
  const [items, history] = await Promise.all([
    sql<StoredRow>`${documentRows(actor, sql`${legal} and ${fitting(search)}`)}
      order by array_position(${[...LEGAL_TYPES]}::text[], d.type) nulls last, d.title collate portal.natural_order, d.id
      limit ${MOST_DOCUMENTS}`.execute(tx),
    sql<DocumentChange>`select d.id as "documentId", d.title, d.type, v.no as version, v.note, v.released_at as at
        from portal.document_versions v join portal.documents d on d.id = v.document_id
       where ${legal} and v.status <> 'draft' and v.no > 1
       order by v.released_at desc, d.id limit ${MOST_CHANGES}`.execute(tx),
  ])
  const rows = items.rows.map((row) => toRow(row, actor))
  return { items: await withHits(tx, rows, search), history: history.rows }
}

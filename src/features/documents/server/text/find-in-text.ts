import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import type { DocumentRow } from '../../contract.ts'
import { snippetOf } from '../../domain/snippet.ts'
import { STATUS } from '../document-status.ts'

/** All words typed stand on one page of the file that is offered now; what is held is not. */
export const inText = (search: string): RawBuilder<boolean> =>
  sql`(d.id in (select f.document_id from portal.find_in_documents(${search}::text, null) f) and ${STATUS} = 'available')`

type FoundPage = { document_id: number; page: number; content: string }

/** The rows of a list, each with where in its text it was found, if it was. */
export async function withHits(
  tx: Tx,
  rows: readonly DocumentRow[],
  search: string | undefined,
): Promise<DocumentRow[]> {
  if (search === undefined || rows.length === 0) return [...rows]
  const { rows: pages } = await sql<FoundPage>`
    select f.document_id, f.page, p.content
      from portal.find_in_documents(${search}::text, ${rows.map(({ id }) => id)}::int[]) f
      join portal.documents d on d.id = f.document_id and ${STATUS} = 'available'
      join portal.document_versions v on v.document_id = f.document_id and v.no = f.version
      join portal.document_pages p on p.checksum = v.checksum and p.page = f.page`.execute(tx)
  const hits = new Map(
    pages.map(({ document_id, page, content }) => [document_id, { page, ...snippetOf(content, search) }]),
  )
  return rows.map((row) => ({ ...row, hit: hits.get(row.id) ?? null }))
}

import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { Document } from '../contract.ts'
import { type Format, mayOpen, type TextState, type VersionStatus } from '../domain/vocabulary.ts'
import { documentRows, INFECTED, reachable, type StoredRow, toRow } from './document-rows.ts'

type Details = { effective_on: string | null; withdrawn_reason: string | null; text: TextState | null }
/** Of many, the first. */
const MOST_LOTS = 50

type StoredVersion = {
  no: number
  status: VersionStatus
  file_name: string
  format: Format
  size: number
  checksum: string
  note: string | null
  released_at: string | null
  infected: boolean
  signatures: Document['versions'][number]['signatures']
}

/** What a reader may know of one document. Another tenant's, and one whose modules are all hidden, is not there (A8, A9). */
export async function getDocument(tx: Tx, actor: Actor, { id }: { id: number }): Promise<Document> {
  const [found, versions, lots] = await Promise.all([
    sql<StoredRow & Details>`select r.*, d.effective_on, d.withdrawn_reason,
             case when r.format = 'pdf' then coalesce((select nullif(t.state, 'reading') from portal.document_texts t
               join portal.document_versions v on v.checksum = t.checksum where v.document_id = d.id and v.no = r.version), 'waiting') end as text
        from (${documentRows(actor, sql`d.id = ${id}::int and d.status <> 'draft' and ${reachable(actor)}`)}) r
        join portal.documents d on d.id = r.id`.execute(tx),
    sql<StoredVersion>`select v.no, v.status, v.file_name, v.format, v.size, encode(v.checksum, 'hex') as checksum, v.note, v.released_at,
             ${INFECTED} as infected, coalesce(g.signatures, '[]') as signatures
        from portal.document_versions v left join portal.version_signatures(${id}::int) g on g.version = v.no
       where v.document_id = ${id}::int and v.status <> 'draft' order by v.no desc`.execute(tx),
    may(actor, 'lots.read') && !actor.hiddenModules.includes('qaqc')
      ? sql<Document['lots'][number]>`
          select x.lot_no as "lotNo", portal.lot_address(x.id, x.lot_no) as address, portal.is_held(x.state) as held
            from portal.documents d cross join unnest(d.lot_nos, d.lot_items) n (no, item)
            join portal.lots x on x.source_id = d.lot_source and x.lot_no = n.no and x.item_no = n.item
           where d.id = ${id}::int order by x.lot_no collate portal.natural_order limit ${MOST_LOTS}`.execute(
          tx,
        )
      : undefined,
  ])
  const document = found.rows[0]
  if (!document) throw refuse(404, 'not_found')
  return {
    ...toRow(document, actor),
    productLine: document.product_line,
    effectiveOn: document.effective_on,
    withdrawnReason: document.withdrawn_reason,
    text: document.text,
    versions: versions.rows.map((version) => ({
      version: version.no,
      status: version.status,
      fileName: version.file_name,
      format: version.format,
      size: version.size,
      checksum: version.checksum,
      note: version.note,
      releasedAt: version.released_at,
      signatures: version.signatures,
      // Who writes documents opens each of their versions.
      opens: (may(actor, 'documents.write') || mayOpen(document, version)) && !version.infected,
    })),
    lots: lots?.rows ?? [],
  }
}

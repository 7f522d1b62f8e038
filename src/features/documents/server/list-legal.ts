import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { DocumentChange, Legal } from '../contract.ts'
import { signingOf } from '../domain/signing.ts'
import { LEGAL_TYPES } from '../domain/vocabulary.ts'
import { documentRows, fitting, onShelves, type StoredRow, toRow } from './document-rows.ts'
import { withHits } from './text/find-in-text.ts'

/** More than a client signs. */
const MOST_DOCUMENTS = 200
const MOST_CHANGES = 50

/** The Legal screen: its documents in their usual order, and what changed in them: every version but a document's first. */
export async function listLegal(
  tx: Tx,
  actor: Actor,
  { search }: { search?: string | undefined },
): Promise<Legal> {
  const legal = onShelves(['legal'])
  const [items, history, acknowledgements] = await Promise.all([
    sql<StoredRow>`${documentRows(actor, sql`${legal} and ${fitting(search)}`)}
      order by array_position(${[...LEGAL_TYPES]}::text[], d.type) nulls last, d.title collate portal.natural_order, d.id
      limit ${MOST_DOCUMENTS}`.execute(tx),
    sql<DocumentChange>`select d.id as "documentId", d.title, d.type, v.no as version, v.note, v.released_at as at
        from portal.document_versions v join portal.documents d on d.id = v.document_id
       where ${legal} and v.status <> 'draft' and v.no > 1
       order by v.released_at desc, d.id limit ${MOST_CHANGES}`.execute(tx),
    signedBy(tx, actor),
  ])
  const rows = items.rows.map((row) => toRow(row, actor))
  const signs = actor.kind === 'member' && actor.mode === null && may(actor, 'legal.approve')
  const found = await withHits(tx, rows, search)
  return {
    items: found.map((row) => {
      const signed = acknowledgements.find((one) => one.documentId === row.id && one.version === row.version)
      return {
        ...row,
        signed: signed
          ? {
              ...{ version: signed.version, signing: signed.signing },
              ...{ name: signed.name, at: signed.at, checksum: signed.checksum },
            }
          : null,
        signing: signingOf(row),
        toSign: signs && !signed && row.status === 'available',
      }
    }),
    history: history.rows,
    acknowledgements,
  }
}

/** For one company; the manufacturer's people see who has signed at the document itself. */
async function signedBy(tx: Tx, { kind, tenantId }: Actor): Promise<Legal['acknowledgements']> {
  if (kind !== 'member') return []
  const { rows } = await sql<Legal['acknowledgements'][number]>`
    select a.document_id as "documentId", d.title, a.version, a.signing, a.name, a.at, encode(a.checksum, 'hex') as checksum
      from portal.document_acknowledgements a join portal.documents d on d.id = a.document_id
     where a.tenant_id = ${tenantId}::int order by a.at desc, a.document_id limit ${MOST_DOCUMENTS}`.execute(
    tx,
  )
  return rows
}

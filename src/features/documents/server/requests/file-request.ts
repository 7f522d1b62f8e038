import { sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../../platform/server/records/write-records.ts'
import type { Format } from '../../domain/vocabulary.ts'
import { addDocument } from '../admin/add-document.ts'
import type { Receiver } from '../receive/receive-file.ts'
import { refuseUnclean } from '../scan/refuse-unscanned.ts'
import { findRequest, SCAN, selectRequestFiles } from './read-requests.ts'

/**
 * Puts a file that a client sent into the library: a draft for that company alone, to be described and released like any
 * other. The same content is kept once; it stays with the request. @throws 409 unless it was accepted, is clean, and is not there yet
 */
export async function fileRequest(
  tx: Tx,
  actor: Actor,
  { id, fileId }: { id: number; fileId: number },
  {
    record,
    receiver: { files, scans },
  }: { record: (act: Act) => void; receiver: Pick<Receiver, 'files' | 'scans'> },
): Promise<{ documentId: number }> {
  const request = await findRequest(tx, actor, id)
  const file = await selectRequestFiles(tx, request)
    .select(['f.file_key as key', 'f.size', 'f.checksum', 'f.file_name as name', 'f.document_id'])
    .select(sql<Format>`f.format`.as('format'))
    .select(SCAN.as('scan'))
    .where('f.id', '=', fileId)
    .executeTakeFirst()
  if (!file) throw refuse(404, 'not_found')
  if (request.state !== 'accepted' || file.document_id !== null) throw refuse(409, 'request_step')
  refuseUnclean(file.scan)
  const acts: Act[] = []
  const { id: documentId } = await addDocument(
    tx,
    actor,
    {
      ...{ title: request.title, number: null, description: null, shelves: ['legal'], category: 'agreement' },
      ...{
        type: 'other',
        productCode: null,
        productName: null,
        productLine: null,
        lotNos: [],
        lotSource: null,
      },
      ...{ language: null, effectiveOn: null, expiresOn: null },
      audience: { kind: 'tenants', tenantIds: [request.tenantId] },
    },
    { ...file, note: null, lent: true },
    { files, scans, record: (act) => acts.push(act) },
  )
  await sql`select portal.file_of_request_is(${id}::bigint, ${fileId}::bigint, ${documentId}::int)`.execute(
    tx,
  )
  for (const act of acts) record(act)
  record({
    ...{ chain: request.tenantId, objectType: 'document_request', objectId: String(id) },
    after: { file: file.name, document: documentId },
    event: {
      ...{ topic: 'document-requests', permission: 'documents.read', tenantId: request.tenantId },
      payload: { id },
    },
  })
  return { documentId }
}

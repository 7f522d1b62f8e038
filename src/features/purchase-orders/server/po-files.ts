import type { Hono, MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import {
  ATTACHED,
  type AttachmentParts,
  type FoundAttachment,
  mountAttached,
  mountAttaching,
  type NewAttachment,
} from '../../documents/server/published.ts'
import { attachInput, MOST_FILES, type PoFile, poFileInput, purchaseOrderFileContract } from '../contract.ts'
import { findPo, type StoredPo } from './find-po.ts'
import { note, tell } from './note.ts'
import { sideOf } from './po-rows.ts'

type App = Hono<{ Variables: RequestVariables }>
type Place = { tenantId: number; id: number }

/** What is over takes no more files. */
export const takesFiles = ({ state }: Pick<StoredPo, 'state'>): boolean =>
  state !== 'rejected' && state !== 'cancelled'

const selectFiles = (tx: Tx, { tenantId, id }: Place) =>
  tx
    .selectFrom('purchase_order_files as f')
    .where('f.tenant_id', '=', tenantId)
    .where('f.purchase_order_id', '=', id)

const SCAN = sql<PoFile['scan']>`portal.purchase_order_file_scan(f.tenant_id, f.id)`

export const readFiles = (tx: Tx, place: Place): Promise<PoFile[]> =>
  selectFiles(tx, place)
    .select(['f.id', 'f.file_name as name', 'f.size', 'f.author_name as by', 'f.by_staff as byStaff', 'f.at'])
    .select(SCAN.as('scan'))
    .orderBy('f.id')
    .execute()

/** The row is held, so that two at once do not become one too many. */
async function findOpen(tx: Tx, actor: Actor, id: number): Promise<StoredPo> {
  const po = await findPo(tx, actor, id)
  if (!takesFiles(po)) throw refuse(409, 'po_not_now')
  const { n } = await selectFiles(tx, po).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
  if (n >= MOST_FILES) throw refuse(409, 'po_files_full', { values: { most: MOST_FILES } })
  return po
}

async function attach(
  { tx, actor, record }: { tx: Tx; actor: Actor; record: (act: Act) => void },
  id: number,
  { scans, ...file }: NewAttachment,
): Promise<number> {
  const po = await findOpen(tx, actor, id)
  const { name } = await tx
    .selectFrom('profiles')
    .select('name')
    .where('user_id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const made = await tx
    .insertInto('purchase_order_files')
    .values({
      ...{ tenant_id: po.tenantId, purchase_order_id: po.id, author_name: name },
      ...{ file_name: file.name, file_key: file.key, format: file.format, size: file.size },
      ...{ checksum: file.checksum, by_staff: sideOf(actor) === 'staff' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (scans)
    await sql`select portal.scan_purchase_order_file(${po.tenantId}::int, ${made.id}::bigint)`.execute(tx)
  if (po.state !== 'draft') await note(tx, actor, po, { act: 'file', state: po.state, note: file.name })
  record({
    ...tell(po, 'file_attached', po.version),
    after: { file: file.name, size: file.size, checksum: file.checksum.toString('hex') },
  })
  return made.id
}

/** Of a draft alone: what was submitted with it stays with it. */
export async function removeFile(
  tx: Tx,
  actor: Actor,
  { id, fileId }: { id: number; fileId: number },
  record: (act: Act) => void,
) {
  const po = await findPo(tx, actor, id)
  if (po.state !== 'draft') throw refuse(409, 'po_not_now')
  const gone = await tx
    .deleteFrom('purchase_order_files')
    .where('tenant_id', '=', po.tenantId)
    .where('purchase_order_id', '=', po.id)
    .where('id', '=', fileId)
    .returning('file_name')
    .executeTakeFirst()
  if (!gone) throw refuse(404, 'not_found')
  record({ ...tell(po, 'file_removed', po.version), before: { file: gone.file_name }, after: {} })
  return { removed: true as const }
}

/** `POST /purchase-orders/{id}/files` */
export const mountPurchaseOrderUploads = (
  app: App,
  parts: AttachmentParts,
  guards: [MiddlewareHandler, MiddlewareHandler],
) =>
  mountAttaching(app, parts, guards, {
    path: '/api/v1/purchase-orders/:id/files',
    meta: purchaseOrderFileContract.attach['~orpc'].meta,
    input: attachInput,
    refuseUnopened: async ({ tx, actor }, { id }) => {
      const po = await findPo(tx, actor, id, '')
      if (!takesFiles(po)) throw refuse(409, 'po_not_now')
    },
    attach: async (inside, { id }, file) => ({ id: await attach(inside, id, file), kept: true }),
  })

/** `GET /purchase-orders/{id}/files/{fileId}` */
export const mountPurchaseOrderFiles = (app: App, parts: AttachmentParts) =>
  mountAttached(app, parts, {
    path: '/api/v1/purchase-orders/:id/files/:fileId',
    meta: purchaseOrderFileContract.file['~orpc'].meta,
    input: poFileInput,
    objectType: 'purchase_order',
    find: async ({ tx, actor }, { id, fileId }) => {
      const po = await findPo(tx, actor, id, '')
      return selectFiles(tx, po)
        .select(ATTACHED)
        .select(sql<FoundAttachment['format']>`f.format`.as('format'))
        .select(SCAN.as('scan'))
        .where('f.id', '=', fileId)
        .executeTakeFirst()
    },
  })

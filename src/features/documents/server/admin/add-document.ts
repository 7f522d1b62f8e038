import { sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { FileStore, StoredFile } from '../../../../platform/server/files/stored-file.ts'
import type { Act } from '../../../../platform/server/records/write-records.ts'
import type { Added, Facts } from '../../admin-contract.ts'
import type { Format } from '../../domain/vocabulary.ts'
import { storedAudience } from './audience.ts'
import { columnsOf, holdDocument } from './change-document.ts'
import { storedLotSource } from './lot-sources.ts'

export type NewFile = StoredFile & {
  name: string
  format: Format
  note: string | null
  /** Something else has the file too, so it stays where it is. */
  lent?: boolean
}
type Kept = { files: FileStore; scans: boolean }
type With = Kept & { record: (act: Act) => void }

/** A new document, a draft until its first version is released. */
export async function addDocument(
  tx: Tx,
  actor: Actor,
  { audience, ...facts }: Facts,
  file: NewFile,
  { record, ...kept }: With,
): Promise<Added> {
  const address = await storedAudience(tx, actor, audience)
  const columns = columnsOf(facts, await storedLotSource(tx, facts))
  const { id } = await tx
    .insertInto('documents')
    .values({ ...columns, ...address, created_by: actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const duplicates = await duplicatesOf(tx, file, id)
  await addFile(tx, actor, { id, no: 1 }, file, kept)
  record({ ...about(id), after: { ...columns, ...address, ...aboutFile(1, file) } })
  return { id, version: 1, duplicates }
}

/** Beside those that are there; readers see the same as before until it is released. */
export async function addVersion(
  tx: Tx,
  actor: Actor,
  id: number,
  file: NewFile,
  { record, ...kept }: With,
): Promise<Added> {
  const { tenant_ids: _, ...stored } = await holdDocument(tx, actor, id)
  const newest = await tx
    .selectFrom('document_versions')
    .select(['no', 'checksum'])
    .where('document_id', '=', id)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.checksum.equals(file.checksum)) throw refuse(409, 'same_file')
  const no = (newest?.no ?? 0) + 1
  const duplicates = await duplicatesOf(tx, file, id)
  await addFile(tx, actor, { id, no }, file, kept)
  await tx
    .updateTable('documents')
    .set({ version: stored.version + 1 })
    .where('id', '=', id)
    .execute()
  record({ ...about(id), after: aboutFile(no, file) })
  return { id, version: no, duplicates }
}

const about = (id: number) => ({ objectType: 'document', objectId: String(id) })
const aboutFile = (version: number, { name, size, checksum }: NewFile) => ({
  ...{ file_version: version, file: name, size, checksum: checksum.toString('hex') },
})

/** The same content is kept once: what arrived goes again where it is there, and whole. */
async function addFile(
  tx: Tx,
  actor: Actor,
  { id, no }: { id: number; no: number },
  { key, size, checksum, name, format, note, lent }: NewFile,
  { files, scans }: Kept,
): Promise<void> {
  const { rows } = await sql<{
    known: string | null
  }>`select portal.known_document_file(${checksum}::bytea) as known`.execute(tx)
  const known = rows[0]?.known
  const kept = known && (await files.isWhole({ key: known, size, checksum })) ? known : key
  await tx
    .insertInto('document_versions')
    .values({
      ...{ document_id: id, no, file_name: name, file_key: kept, format, size, checksum, note },
      uploaded_by: actor.userId,
    })
    .execute()
  if (scans) await sql`select portal.ask_for_scan(${checksum}::bytea)`.execute(tx)
  if (kept !== key && !lent) await files.remove(key)
}

/** Others whose file has this content, as far as the asker sees them. */
export async function duplicatesOf(
  tx: Tx,
  { checksum }: Pick<NewFile, 'checksum'>,
  id = 0,
): Promise<Added['duplicates']> {
  const { rows } = await sql<Added['duplicates'][number]>`
    select d.id, d.title, max(v.no)::int as version from portal.document_versions v join portal.documents d on d.id = v.document_id
     where v.checksum = ${checksum}::bytea and d.id <> ${id}::int group by d.id order by d.id limit 5`.execute(
    tx,
  )
  return rows
}

import { sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { refuseOtherVersion } from '../../../../platform/server/endpoint/known-version.ts'
import type { Act } from '../../../../platform/server/records/write-records.ts'
import type { Facts } from '../../admin-contract.ts'
import type { Shelf } from '../../domain/vocabulary.ts'
import { refuseUnscanned } from '../scan/refuse-unscanned.ts'
import {
  askToSign,
  refuseTooWide,
  type StoredAudience,
  storedAudience,
  tell,
  tellReaders,
} from './audience.ts'
import { storedLotSource } from './lot-sources.ts'

type Record = (act: Act) => void
type Stored = StoredAudience & {
  id: number
  status: 'draft' | 'pending' | 'available' | 'withdrawn'
  shelves: Shelf[]
  current_version: number | null
  version: number
}

/** Everything but its audience, as it is stored. */
export const columnsOf = (facts: Omit<Facts, 'audience' | 'lotSource'>, lotSource: number | null) => ({
  ...{ title: facts.title, number: facts.number, description: facts.description },
  ...{ shelves: facts.shelves, category: facts.category, type: facts.type, language: facts.language },
  ...{ product_code: facts.productCode, product_name: facts.productName, product_line: facts.productLine },
  ...{ effective_on: facts.effectiveOn, expires_on: facts.expiresOn, lot_nos: facts.lotNos },
  lot_source: lotSource,
})
type Columns = ReturnType<typeof columnsOf>

/** Held until the transaction ends, by who may change it; or only looked at. @throws 404, 403 */
export async function holdDocument(
  tx: Tx,
  actor: Actor,
  id: number,
  hold: 'for update' | '' = 'for update',
): Promise<Stored & Columns> {
  const { rows } = await sql<
    Stored & Columns
  >`select d.id, d.status, d.shelves, d.current_version, d.version, d.audience, d.tenant_ids,
      d.order_source, d.order_key, d.title, d.number, d.description, d.category, d.type, d.language, d.product_code, d.product_name,
      d.product_line, d.effective_on, d.expires_on, d.lot_nos, d.lot_source
    from portal.documents d where d.id = ${id}::int ${hold ? sql`for update` : sql``}`.execute(tx)
  const stored = rows[0]
  if (!stored) throw refuse(404, 'not_found')
  await refuseTooWide(tx, actor, stored.tenant_ids)
  return stored
}

const about = (id: number) => ({ objectType: 'document', objectId: String(id) })

export async function changeDocument(
  tx: Tx,
  actor: Actor,
  { id, version, pending, audience, ...facts }: Facts & { id: number; version: number; pending: boolean },
  record: Record,
) {
  const stored = await holdDocument(tx, actor, id)
  refuseOtherVersion(version, stored.version)
  const address = await storedAudience(tx, actor, audience, stored)
  const status = stored.current_version === null ? (pending ? 'pending' : 'draft') : stored.status
  const after = { ...columnsOf(facts, await storedLotSource(tx, facts, stored)), ...address, status }
  const { tenant_ids, lot_source } = await tx
    .updateTable('documents')
    .set({ ...after, version: version + 1, updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(['tenant_ids', 'lot_source'])
    .executeTakeFirstOrThrow()
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, stored[key as keyof Stored]]))
  await tell(tx, id, [stored, { tenant_ids, shelves: facts.shelves, lot_nos: facts.lotNos }], {
    offered: stored.current_version !== null,
  })
  record({ ...about(id), before, after: { ...after, tenant_ids, lot_source } })
  return { version: version + 1 }
}

/** Offers a version; the one that was offered until now is superseded. A withdrawn document is offered again. */
export async function releaseVersion(
  tx: Tx,
  actor: Actor,
  { id, version, reason }: { id: number; version: number; reason: string },
  record: Record,
) {
  const stored = await holdDocument(tx, actor, id)
  const released = await tx
    .updateTable('document_versions')
    .set({ status: 'available', released_at: sql`now()` })
    .where('document_id', '=', id)
    .where('no', '=', version)
    .where('status', '=', 'draft')
    .returning('checksum')
    .executeTakeFirst()
  if (!released || version < (stored.current_version ?? 0)) throw refuse(409, 'not_to_release')
  await refuseUnscanned(tx, id, version)
  await tx
    .updateTable('document_versions')
    .set({ status: 'superseded' })
    .where('document_id', '=', id)
    .where('no', '<', version)
    .where('status', '=', 'available')
    .execute()
  await tx
    .updateTable('documents')
    .set({
      ...{ status: 'available', withdrawn_reason: null, withdrawn_at: null, current_version: version },
      ...{ version: stored.version + 1, updated_at: sql`now()` },
    })
    .where('id', '=', id)
    .execute()
  await tell(tx, id, [stored], { offered: true })
  if (stored.shelves.includes('legal')) await askToSign(tx, { ...stored, id }, version)
  record({
    ...about(id),
    before: { status: stored.status, current_version: stored.current_version, release_reason: null },
    after: {
      ...{ status: 'available', current_version: version, release_reason: reason },
      checksum: released.checksum.toString('hex'),
    },
  })
  return { released: true as const }
}

export async function withdrawDocument(
  tx: Tx,
  actor: Actor,
  { id, reason }: { id: number; reason: string },
  record: Record,
) {
  const stored = await holdDocument(tx, actor, id)
  if (stored.status !== 'available') throw refuse(409, 'not_to_withdraw')
  await tx
    .updateTable('documents')
    .set({
      ...{ status: 'withdrawn', withdrawn_reason: reason, withdrawn_at: sql`now()` },
      ...{ version: stored.version + 1, updated_at: sql`now()` },
    })
    .where('id', '=', id)
    .execute()
  const withdrawn = await tx
    .updateTable('document_versions')
    .set({ status: 'withdrawn' })
    .where('document_id', '=', id)
    .where('status', '=', 'available')
    .returning(['no', 'checksum'])
    .executeTakeFirst()
  await tell(tx, id, [stored], { offered: true })
  await tellReaders(tx, id)
  record({
    ...about(id),
    before: { status: stored.status, withdrawn_reason: null },
    after: {
      ...{ status: 'withdrawn', withdrawn_reason: reason },
      ...(withdrawn && { file_version: withdrawn.no, checksum: withdrawn.checksum.toString('hex') }),
    },
  })
  return { withdrawn: true as const }
}

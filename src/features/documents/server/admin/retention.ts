import { sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { refuseOtherVersion } from '../../../../platform/server/endpoint/known-version.ts'
import type { Act } from '../../../../platform/server/records/write-records.ts'
import type { Retention } from '../../domain/vocabulary.ts'
import { tell } from './audience.ts'
import { holdDocument } from './change-document.ts'

type Record = (act: Act) => void
type Wish = { id: number; version: number; retention: Retention; hold: string | null }
const about = (id: number) => ({ objectType: 'document', objectId: String(id) })

/** How long it is kept, and whether it is held back; the name of who holds it stays. */
export async function keepDocument(
  tx: Tx,
  actor: Actor,
  { id, version, retention, hold }: Wish,
  record: Record,
): Promise<{ version: number }> {
  const stored = await holdDocument(tx, actor, id)
  refuseOtherVersion(version, stored.version)
  const before = await tx
    .selectFrom('documents')
    .select(['retention', 'hold_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { name } = await tx
    .selectFrom('profiles')
    .select('name')
    .where('user_id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('documents')
    .set({
      retention,
      hold_reason: hold,
      ...(hold !== before.hold_reason && {
        held_by: hold === null ? null : name,
        held_at: hold === null ? null : sql`now()`,
      }),
      ...{ version: version + 1, updated_at: sql`now()` },
    })
    .where('id', '=', id)
    .execute()
  record({ ...about(id), before, after: { retention, hold_reason: hold } })
  return { version: version + 1 }
}

const REFUSALS = {
  absent: 'not_found',
  held: 'document_held',
  signed: 'document_signed',
  kept: 'document_kept',
} as const

/** Removes a document that was never released, or is not offered any more and was kept as long as its class says. */
export async function removeDocument(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: number; version: number },
  record: Record,
): Promise<{ removed: true }> {
  const stored = await holdDocument(tx, actor, id)
  refuseOtherVersion(version, stored.version)
  const versions = await tx
    .selectFrom('document_versions')
    .select(['no', 'file_name', sql<string>`encode(checksum, 'hex')`.as('checksum')])
    .where('document_id', '=', id)
    .orderBy('no')
    .execute()
  const { rows } = await sql<{
    refused: keyof typeof REFUSALS | null
  }>`select portal.remove_document(${id}::int) as refused`.execute(tx)
  const refused = rows[0]?.refused
  if (refused) throw refuse(refused === 'absent' ? 404 : 409, REFUSALS[refused])
  await tell(tx, id, [stored], { offered: stored.current_version !== null })
  record({
    ...about(id),
    before: {
      ...{ title: stored.title, number: stored.number, status: stored.status },
      versions: versions.map(({ no, file_name, checksum }) => `${no} ${file_name} ${checksum}`),
    },
    after: {},
  })
  return { removed: true }
}

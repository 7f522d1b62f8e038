import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { onShelves } from './document-rows.ts'

type Wish = { id: number; favourite: boolean }

/** For the asker, on all their devices; twice is once. */
export async function markFactSheet(
  tx: Tx,
  actor: Actor,
  { id, favourite }: Wish,
  record: (act: Act) => void,
) {
  const { rows } = await sql<{ favourite: boolean }>`
    select exists (select from portal.document_favourites f where f.document_id = d.id and f.user_id = ${actor.userId}) as favourite
      from portal.documents d where d.id = ${id}::int and ${onShelves(['fact-sheet'])}`.execute(tx)
  const before = rows[0]
  if (!before) throw refuse(404, 'not_found')
  if (favourite)
    await tx
      .insertInto('document_favourites')
      .values({ user_id: actor.userId, document_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await tx
      .deleteFrom('document_favourites')
      .where('user_id', '=', actor.userId)
      .where('document_id', '=', id)
      .execute()
  record({
    ...{ objectType: 'document', objectId: String(id), before, after: { favourite } },
    event: { topic: 'documents', audience: actor.userId, tenantId: 0 },
  })
  return { favourite }
}

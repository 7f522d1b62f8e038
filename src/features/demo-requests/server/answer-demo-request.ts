import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'

type Answer = { id: number; answered: boolean; note: string; version: number }

/** Who was answered by whom stays as it was when only the note changes. On record without the note. */
export async function answerDemoRequest(
  tx: Tx,
  actor: Actor,
  { id, answered, note, version }: Answer,
  record: (act: Act) => void,
) {
  const before = await tx
    .selectFrom('demo_requests')
    .select(['answered_at', 'note', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw refuse(404, 'not_found')
  if (before.version !== version) throw refuse(412, 'stale_version')
  const was = before.answered_at !== null
  const said = note.trim() || null
  const { version: now } = await tx
    .updateTable('demo_requests')
    .set({ note: said, version: version + 1 })
    .$if(was !== answered, (row) =>
      row.set({ answered_at: answered ? sql`now()` : null, answered_by: answered ? actor.userId : null }),
    )
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  record({
    ...{ chain: 0, objectType: 'demo_request', objectId: String(id) },
    before: { answered: was, version },
    after: { answered, version: now },
    event: { topic: 'demo_requests', permission: 'feedback.manage', tenantId: 0 },
  })
  return { version: now }
}

import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'

export async function reviewFeedback(
  tx: Tx,
  actor: Actor,
  { id, reviewed }: { id: number; reviewed: boolean },
  record: (act: Act) => void,
) {
  const before = await tx
    .selectFrom('feedback')
    .select(['tenant_id', 'reviewed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw refuse(404, 'not_found')
  const was = before.reviewed_at !== null
  if (was !== reviewed)
    await tx
      .updateTable('feedback')
      .set({ reviewed_at: reviewed ? sql`now()` : null, reviewed_by: reviewed ? actor.userId : null })
      .where('tenant_id', '=', before.tenant_id)
      .where('id', '=', id)
      .execute()
  record({
    ...{ chain: 0, objectType: 'feedback', objectId: String(id) },
    before: { reviewed: was },
    after: { reviewed },
    event: { topic: 'feedback', permission: 'feedback.manage', tenantId: 0 },
  })
  return { reviewed }
}

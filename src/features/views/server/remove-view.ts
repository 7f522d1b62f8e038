import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { factsOf, placeOf, takeView } from './own-views.ts'

/** Removes a view of the asker. */
export async function removeView(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: number; version: number | undefined },
  record: (act: Act) => void,
): Promise<{ id: number }> {
  const before = await takeView(tx, actor, id, version)
  const { tenant_id, user_id } = placeOf(actor)
  await tx
    .deleteFrom('saved_views')
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute()
  record({ objectType: 'view', objectId: String(id), before: factsOf(before), after: null })
  return { id }
}

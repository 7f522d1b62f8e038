import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { SavedView } from '../contract.ts'
import { factsOf, lineUp, placeOf, refuseTakenName, takeView, toView } from './own-views.ts'

type Change = {
  id: number
  version: number | undefined
  name?: string | undefined
  state?: SavedView['state'] | undefined
  isDefault?: boolean | undefined
}

/** Renames a view, replaces what it holds, or makes it the one that the screen opens with: the one before is it no more. */
export async function changeView(
  tx: Tx,
  actor: Actor,
  { id, version, name, state, isDefault }: Change,
  record: (act: Act) => void,
): Promise<SavedView> {
  await lineUp(tx, actor)
  const before = await takeView(tx, actor, id, version)
  if (name !== undefined) await refuseTakenName(tx, actor, before.screen, name, id)
  const { tenant_id, user_id } = placeOf(actor)
  const own = tx.updateTable('saved_views').where('tenant_id', '=', tenant_id).where('user_id', '=', user_id)
  if (isDefault)
    await own
      .set({ is_default: false, version: sql`version + 1` })
      .where('screen', '=', before.screen)
      .where('id', '<>', id)
      .where('is_default', '=', true)
      .execute()
  const after = await own
    .set({
      ...(name !== undefined && { name }),
      ...(state !== undefined && { state: JSON.stringify(state) }),
      ...(isDefault !== undefined && { is_default: isDefault }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  record({ objectType: 'view', objectId: String(id), before: factsOf(before), after: factsOf(after) })
  return toView(after)
}

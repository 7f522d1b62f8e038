import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { SavedView } from '../contract.ts'
import { factsOf, lineUp, ownViews, placeOf, refuseTakenName, toView } from './own-views.ts'

const MOST_VIEWS = 100

/** Saves a view of a screen. 403 for who has no access anywhere; 422 when the name is taken, or there are a hundred already. */
export async function createView(
  tx: Tx,
  actor: Actor,
  { screen, name, state }: Pick<SavedView, 'screen' | 'name' | 'state'>,
  record: (act: Act) => void,
): Promise<SavedView> {
  if (actor.kind === 'none') throw refuse(403, 'permission_denied')
  await lineUp(tx, actor)
  await refuseTakenName(tx, actor, screen, name)
  const { count } = await ownViews(tx, actor)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('screen', '=', screen)
    .executeTakeFirstOrThrow()
  if (count >= MOST_VIEWS) throw refuse(422, 'too_many_views', { values: { most: MOST_VIEWS } })
  const row = await tx
    .insertInto('saved_views')
    .values({ ...placeOf(actor), screen, name, state: JSON.stringify(state) })
    .returningAll()
    .executeTakeFirstOrThrow()
  record({ objectType: 'view', objectId: String(row.id), before: null, after: factsOf(row) })
  return toView(row)
}

import type { Selectable } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { SavedViews } from '../../../platform/server/database/database.types.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { SavedView } from '../contract.ts'

/** Where the asker's views are: of one tenant, or of all together. The policy says the same. */
export const placeOf = (actor: Actor) => ({ tenant_id: actor.tenantId ?? 0, user_id: actor.userId })

/** The asker's own views; nobody else's are ever looked at. */
export const ownViews = (tx: Tx, actor: Actor) =>
  tx
    .selectFrom('saved_views')
    .selectAll()
    .where('tenant_id', '=', actor.tenantId ?? 0)
    .where('user_id', '=', actor.userId)

export const toView = (row: Selectable<SavedViews>): SavedView => ({
  id: row.id,
  screen: row.screen as SavedView['screen'],
  name: row.name,
  state: row.state as SavedView['state'],
  isDefault: row.is_default,
  version: row.version,
})

/** What the audit keeps of a view. */
export const factsOf = ({ screen, name, state, is_default }: Selectable<SavedViews>) => ({
  screen,
  name,
  state,
  isDefault: is_default,
})

/** Writers of one person's views go one after the other, so that names and their number are counted rightly. */
export async function lineUp(tx: Tx, actor: Actor): Promise<void> {
  const own = tx.selectFrom('profiles').select('user_id').where('user_id', '=', actor.userId).forUpdate()
  if (!(await own.executeTakeFirst())) throw refuse(404, 'not_found')
}

/** The view that is to be changed, locked. 404 when it is not one's own; 412 when the asker knows another version of it. */
export async function takeView(
  tx: Tx,
  actor: Actor,
  id: number,
  known: number | undefined,
): Promise<Selectable<SavedViews>> {
  if (known === undefined) throw refuse(428, 'version_needed')
  const view = await ownViews(tx, actor).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!view) throw refuse(404, 'not_found')
  if (view.version !== known) throw refuse(412, 'stale_version')
  return view
}

/** 422 when another view of the screen has the name; letter case and accents do not tell names apart. */
export async function refuseTakenName(
  tx: Tx,
  actor: Actor,
  screen: string,
  name: string,
  but = 0,
): Promise<void> {
  const taken = await ownViews(tx, actor)
    .where('screen', '=', screen)
    .where('id', '<>', but)
    .where((is) => is(is.fn('portal.fold', ['name']), '=', is.fn('portal.fold', [is.val(name)])))
    .executeTakeFirst()
  if (taken) throw refuse(422, 'name_taken', { errors: [{ path: 'name', messageKey: 'nameTaken' }] })
}

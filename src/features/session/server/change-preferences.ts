import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { Preferences } from '../contract.ts'

/** The asker's own choices; a field that is left out keeps its value. */
export async function changePreferences(
  tx: Tx,
  actor: Actor,
  input: Partial<Preferences>,
  record: (act: Act) => void,
): Promise<Preferences> {
  const own = tx
    .selectFrom('profiles')
    .select(['language', 'theme', 'density', 'timezone'])
    .where('user_id', '=', actor.userId)
  const before = await own.forUpdate().executeTakeFirst()
  if (!before) throw refuse(404, 'not_found')
  if (Object.keys(input).length > 0)
    await tx.updateTable('profiles').set(input).where('user_id', '=', actor.userId).execute()
  const after = { ...before, ...input }
  record({
    objectType: 'profile',
    objectId: actor.userId,
    before,
    after,
    // Of no tenant: the person's other devices hear of it wherever they are.
    event: { topic: 'preferences.changed', audience: actor.userId, tenantId: 0 },
  })
  return Preferences.parse(after)
}

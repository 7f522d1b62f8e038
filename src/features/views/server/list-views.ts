import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { SavedView } from '../contract.ts'
import { ownViews, toView } from './own-views.ts'

/** The asker's views of a screen, by name. */
export async function listViews(
  tx: Tx,
  actor: Actor,
  { screen }: { screen: string },
): Promise<{ items: SavedView[] }> {
  const rows = await ownViews(tx, actor)
    .where('screen', '=', screen)
    .orderBy(sql`name collate portal.natural_order`)
    .orderBy('id')
    .execute()
  return { items: rows.map(toView) }
}

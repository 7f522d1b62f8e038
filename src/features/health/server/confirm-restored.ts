import { releaseRestored } from '../../../platform/server/backup/release-restored.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Inside } from '../../../platform/server/endpoint/in-tenant.ts'

/** Said twice, it is as if it was said once. */
export async function confirmRestored(tx: Tx, record: Inside['record']): Promise<{ held: false }> {
  const held = await releaseRestored(tx)
  record({ objectType: 'backup', objectId: 'restored', before: { held }, after: { held: false } })
  return { held: false }
}

import { releaseRestored } from '../../../platform/server/backup/release-restored.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import type { Inside } from '../../../platform/server/endpoint/in-tenant.ts'

/** Said twice, it is as if it was said once. */
export async function confirmRestored(tx: Handle, record: Inside['record']): Promise<{ held: false }> {
  const held = await releaseRestored(tx)
  record({ objectType: 'backup', objectId: 'restored', before: { held }, after: { held: false } })
  return { held: false }
}

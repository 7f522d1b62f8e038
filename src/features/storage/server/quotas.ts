import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { Quota, Share } from '../contract.ts'
import type { StorageDefaults } from './uploads.ts'

/** A company or a person, of which the other one is null. */
type Whose = { tenantId: number | null; userId: string | null }

export async function ownStorage(tx: Tx, defaults: StorageDefaults) {
  const { rows } = await sql<Share & { quota_of: 'company' | 'person' }>`
    select * from portal.own_storage(${defaults.company}::bigint, ${defaults.person}::bigint)`.execute(tx)
  const share = (of: string): Share | null => {
    const found = rows.find(({ quota_of }) => quota_of === of)
    return found ? { used: found.used, quota: found.quota } : null
  }
  return { company: share('company'), person: share('person') }
}

/** @throws 404 */
export async function storageOf(tx: Tx, whose: Whose, defaults: StorageDefaults): Promise<Quota> {
  const { rows } = await sql<{ used: number; own: number | null }>`
    select * from portal.storage_of(${whose.tenantId}::int, ${whose.userId}::text)`.execute(tx)
  const [found] = rows
  if (!found) throw refuse(404, 'not_found')
  return { ...found, quota: found.own ?? (whose.userId === null ? defaults.company : defaults.person) }
}

/** It counts from the next upload on; what is stored stays, whatever it uses. @throws 404 */
export async function setQuota(
  tx: Tx,
  whose: Whose,
  own: number | null,
  { defaults, record }: { defaults: StorageDefaults; record: (act: Act) => void },
): Promise<Quota> {
  const before = await storageOf(tx, whose, defaults)
  const { tenantId, userId } = whose
  if (tenantId !== null)
    await tx.updateTable('tenants').set({ storage_quota: own }).where('id', '=', tenantId).execute()
  if (userId !== null)
    await tx.updateTable('profiles').set({ storage_quota: own }).where('user_id', '=', userId).execute()
  record({
    ...{ chain: tenantId ?? 0, objectType: tenantId === null ? 'user' : 'tenant' },
    ...{ objectId: String(tenantId ?? userId), before: { quota: before.own }, after: { quota: own } },
  })
  return storageOf(tx, whose, defaults)
}

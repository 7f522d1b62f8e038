import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { ClientDetail } from '../contract.ts'
import { listManagers } from './get-client.ts'

type Record = (act: Act) => void
type Facts = Pick<ClientDetail, 'name' | 'language' | 'currency' | 'timezone' | 'region'> & {
  [K in 'address' | 'terms']?: string | null | undefined
}
/** `undefined`: stays as it is. */
type Change = { [K in keyof Facts]?: Facts[K] | undefined } & { accountManager?: string | null | undefined }

/** Everybody who looks at the client hears of it; its people look at their session again. */
const actOn = (id: number, before: object | null, after: object): Act => ({
  chain: id,
  objectType: 'tenant',
  objectId: String(id),
  before: before as Act['before'] & object,
  after: after as Act['after'] & object,
  event: { topic: 'tenants', tenantId: id },
})

export async function createClient(tx: Tx, facts: Facts, record: Record): Promise<{ id: number }> {
  await refuseTakenName(tx, facts.name, null)
  const { id } = await tx.insertInto('tenants').values(facts).returning('id').executeTakeFirstOrThrow()
  record(actOn(id, null, facts))
  return { id }
}

/** 412: somebody else changed it first; 409: another client has the name; 422: nobody who could be its account manager. */
export async function changeClient(
  tx: Tx,
  { id, version, accountManager, ...facts }: Change & { id: number; version: number },
  record: Record,
): Promise<{ version: number }> {
  const before = await lockClient(tx, id)
  if (before.version !== version) throw refuse(412, 'stale_version')
  if (facts.name !== undefined) await refuseTakenName(tx, facts.name, id)
  if (accountManager && accountManager !== before.account_manager) {
    const managers = await listManagers(tx, id)
    if (!managers.some(({ userId }) => userId === accountManager)) throw refuse(422, 'unknown_manager')
  }
  const asked = { ...facts, account_manager: accountManager }
  const changes = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const after = await tx
    .updateTable('tenants')
    .set({ ...changes, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returning(KEPT)
    .executeTakeFirstOrThrow()
  const { version: _, suspended_at: __, ...old } = before
  const { version: next, suspended_at: ___, ...now } = after
  record(actOn(id, old, now))
  return { version: next }
}

/** Out, or in again, from the next request on: a session of a suspended client sees nothing. */
export async function suspendClient(
  tx: Tx,
  { id, reason, suspended }: { id: number; reason: string; suspended: boolean },
  record: Record,
): Promise<{ suspended: boolean }> {
  const { suspended_at } = await lockClient(tx, id)
  if ((suspended_at !== null) === suspended) throw refuse(409, 'conflict')
  await tx
    .updateTable('tenants')
    .set({ suspended_at: suspended ? sql<string>`clock_timestamp()` : null })
    .where('id', '=', id)
    .execute()
  record(actOn(id, { suspended: !suspended }, { suspended, reason }))
  return { suspended }
}

type Policies = { requiresSecondFactor: boolean; allowsTrustedDevices: boolean }

export async function changePolicies(
  tx: Tx,
  { id, ...policies }: Policies & { id: number },
  record: Record,
): Promise<Policies> {
  const before = await tx
    .selectFrom('tenants')
    .select([
      'requires_second_factor as requiresSecondFactor',
      'allows_trusted_devices as allowsTrustedDevices',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw refuse(404, 'not_found')
  await tx
    .updateTable('tenants')
    .set({
      requires_second_factor: policies.requiresSecondFactor,
      allows_trusted_devices: policies.allowsTrustedDevices,
    })
    .where('id', '=', id)
    .execute()
  record(actOn(id, before, policies))
  return policies
}

const KEPT = [
  'name',
  'language',
  'currency',
  'timezone',
  'region',
  'address',
  'terms',
  'account_manager',
  'version',
  'suspended_at',
] as const

async function lockClient(tx: Tx, id: number) {
  const found = await tx
    .selectFrom('tenants')
    .select(KEPT)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw refuse(404, 'not_found')
  return found
}

/** Two clients of one name could not be told apart in any list. */
async function refuseTakenName(tx: Tx, name: string, except: number | null): Promise<void> {
  const taken = await tx
    .selectFrom('tenants')
    .select('id')
    .where(sql<boolean>`portal.fold(name) = portal.fold(${name})`)
    .where(sql<boolean>`id is distinct from ${except}::int`)
    .executeTakeFirst()
  if (taken) throw refuse(409, 'name_taken', { errors: [{ path: 'name', messageKey: 'nameTaken' }] })
}

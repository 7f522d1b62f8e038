import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { UserAccess } from '../contract.ts'

type SetAccess = { userId: string; accessVersion: string; access: UserAccess }
type Outcome = {
  outcome: 'stale' | 'unknown_role' | 'unknown_tenant' | 'last_administrator' | 'last_owner' | 'done' | null
  about: number | null
  before: UserAccess | null
}

const STATUS = {
  stale: [412, 'stale_version'],
  unknown_role: [422, 'unknown_role'],
  unknown_tenant: [422, 'unknown_tenant'],
  last_administrator: [409, 'last_administrator'],
  last_owner: [409, 'last_owner'],
} as const

/** Everything that a person may enter. On record with the installation, and with each tenant that is concerned. */
export async function setAccess(
  tx: Tx,
  { userId, accessVersion, access }: SetAccess,
  record: (act: Act) => void,
): Promise<{ changed: true }> {
  const { rows } = await sql<Outcome>`
    select * from portal.set_access(${userId}, ${accessVersion}, ${JSON.stringify(access)}::jsonb)`.execute(
    tx,
  )
  const [result] = rows
  if (!result?.outcome || !result.before) throw refuse(404, 'not_found')
  if (result.outcome !== 'done') {
    const [status, code] = STATUS[result.outcome]
    throw refuse(status, code)
  }
  const { before } = result
  record({ chain: 0, objectType: 'user', objectId: userId, before, after: access })
  const roleIn = ({ memberships }: UserAccess, id: number) =>
    memberships.find(({ tenantId }) => tenantId === id)?.role ?? null
  const tenants = [...before.memberships, ...access.memberships].map(({ tenantId }) => tenantId)
  // A tenant reads its own chain: what somebody is elsewhere does not stand there.
  for (const chain of [...new Set(tenants)].sort((a, b) => a - b)) {
    const [was, is] = [roleIn(before, chain), roleIn(access, chain)]
    if (was !== is)
      record({ chain, objectType: 'member', objectId: userId, before: { role: was }, after: { role: is } })
  }
  return { changed: true }
}

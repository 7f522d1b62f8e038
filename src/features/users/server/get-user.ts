import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { type SessionRow, toSession } from '../../session/server/published.ts'
import type { User, UserAccess } from '../contract.ts'
import type { AccountKeys } from './account-keys.ts'
import { findUser } from './list-users.ts'

export async function getUser(
  tx: Tx,
  actor: Actor,
  { userId }: { userId: string },
  accounts: AccountKeys,
): Promise<User> {
  const user = await findUser(tx, userId)
  if (!user) throw refuse(404, 'not_found')
  const [access, sessions, lock] = await Promise.all([
    sql<{ access: UserAccess; version: string }>`
      select a.access, md5(a.access::text) as version from portal.access_of_person(${userId}) a (access)`.execute(
      tx,
    ),
    sql<SessionRow>`select * from portal.sessions_of(${userId})`.execute(tx),
    sql<{
      until: string | null
    }>`select portal.locked_until(${accounts.accountOf(user.email)}) as until`.execute(tx),
  ])
  const [found] = access.rows
  if (!found) throw refuse(404, 'not_found')
  return {
    ...user,
    isAsker: userId === actor.userId,
    access: found.access,
    accessVersion: found.version,
    lockedUntil: lock.rows[0]?.until ?? null,
    sessions: sessions.rows.map(toSession),
  }
}

export async function listRoles(tx: Tx) {
  const roles = await tx.selectFrom('roles').select(['key', 'kind']).orderBy('key').execute()
  const of = (kind: string) => roles.filter((role) => role.kind === kind).map(({ key }) => key)
  return { tenant: of('tenant'), staff: of('staff') }
}

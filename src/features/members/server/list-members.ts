import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { type SortedAsk, sortedPage } from '../../../platform/server/endpoint/sorted-page.ts'
import type { MEMBER_SORTS, Member } from '../contract.ts'
import { grantableRoles, managedTenant, tenantRoles } from './managed-tenant.ts'

type Row = Pick<Member, 'name' | 'email' | 'role' | 'since'> & { user_id: string; last_seen: string | null }

const KEYS = {
  name: { text: sql`r.name` },
  email: { text: sql`r.email` },
  role: { text: sql`r.role` },
  since: { moment: sql`r.since` },
  lastSeen: { moment: sql`r.last_seen` },
}

/** The people of the tenant, page by page, with the roles of its people and those that the asker may give. */
export async function listMembers(
  tx: Tx,
  actor: Actor,
  ask: SortedAsk<(typeof MEMBER_SORTS)[number]> & { search?: string | undefined },
) {
  const tenant = managedTenant(actor)
  const rows = sql`select * from portal.list_members(${tenant}::int, ${ask.search ?? null})`
  const list = { rows, keys: KEYS, id: { column: 'user_id', type: 'text' } } as const
  const [page, grantable, roles] = await Promise.all([
    sortedPage<Row, keyof typeof KEYS>(tx, list, ask),
    grantableRoles(tx, actor),
    tenantRoles(tx),
  ])
  return {
    items: page.rows.map(
      ({ user_id: userId, name, email, role, since, last_seen: lastSeen }): Member => ({
        ...{ userId, name, email, role, since, lastSeen },
        isAsker: userId === actor.userId,
      }),
    ),
    nextCursor: page.nextCursor,
    total: page.total,
    grantable,
    roles,
  }
}

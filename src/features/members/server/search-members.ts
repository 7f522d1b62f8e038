import { sql } from 'kysely'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { type SearchSource, toHit } from '../../search/server/published.ts'

/** The people of one's own company, for whoever manages them; administrators find everybody, by the pages of the console. */
export const membersInSearch: SearchSource = {
  group: 'members',
  permission: 'members.manage',
  async find(tx, actor, { term, parts, most }) {
    if (!parts || actor.tenantId === null || may(actor, 'users.manage')) return []
    const { rows } = await sql<{ name: string; email: string }>`
      select m.name, m.email from portal.list_members(${actor.tenantId}::int, ${term}) m
       order by m.email <> lower(${term}), m.name collate portal.natural_order, m.user_id limit ${most}`.execute(
      tx,
    )
    return rows.map(({ name, email }) =>
      toHit(actor, `/members?${new URLSearchParams({ search: email })}`, {
        title: name || email,
        tenant: null,
        details: name ? [email] : [],
      }),
    )
  },
}

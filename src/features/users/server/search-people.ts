import { sql } from 'kysely'
import { type SearchSource, toHit } from '../../search/server/published.ts'

/** People by parts of their name or address: for administrators. */
export const peopleInSearch: SearchSource = {
  group: 'people',
  permission: 'users.manage',
  async find(tx, actor, { term, parts, most }) {
    if (!parts) return []
    const { rows } = await sql<{ id: string; name: string; email: string }>`
      select user_id as id, name, email from portal.search_people(${term}, ${most})`.execute(tx)
    return rows.map(({ id, name, email }) =>
      toHit(actor, `/admin/users/${encodeURIComponent(id)}`, {
        title: name || email,
        tenant: null,
        details: name ? [email] : [],
      }),
    )
  },
}

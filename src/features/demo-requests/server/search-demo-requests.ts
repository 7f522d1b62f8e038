import { sql } from 'kysely'
import { type SearchSource, toHit } from '../../search/server/published.ts'

/** Who asked to be shown the portal, by parts of their name, address, company and text, and of the note. */
export const demoRequestsInSearch: SearchSource = {
  group: 'demoRequests',
  permission: 'feedback.manage',
  async find(tx, actor, { term, parts, most }) {
    if (!parts) return []
    const { rows } = await sql<{ name: string; email: string; company: string }>`
      select d.person_name as name, d.person_email as email, d.company from portal.demo_requests d
       where portal.contains_folded(d.search_text, ${term}) order by d.id desc limit ${most}`.execute(tx)
    return rows.map(({ name, email, company }) =>
      toHit(actor, `/admin/demo-requests?${new URLSearchParams({ search: email })}`, {
        title: name,
        tenant: null,
        details: [company, email],
      }),
    )
  },
}

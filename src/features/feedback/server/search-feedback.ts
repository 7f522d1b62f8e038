import { sql } from 'kysely'
import { type SearchSource, toHit } from '../../search/server/published.ts'

/** Feedback by parts of what was said and of who said it, for those who look through it. */
export const feedbackInSearch: SearchSource = {
  group: 'feedback',
  permission: 'feedback.manage',
  async find(tx, actor, { term, parts, most }) {
    if (!parts) return []
    const { rows } = await sql<{ name: string; email: string; sentOn: string; tenant: string | null }>`
      select f.person_name as name, f.person_email as email, (f.sent_at at time zone portal.business_zone())::date as "sentOn", t.name as tenant
        from portal.feedback f left join portal.tenants t on t.id = f.tenant_id
       where portal.contains_folded(f.search_text, ${term}) order by f.sent_at desc, f.id desc limit ${most}`.execute(
      tx,
    )
    return rows.map(({ name, email, sentOn, tenant }) =>
      toHit(actor, `/admin/feedback?${new URLSearchParams({ search: email })}`, {
        ...{ title: name || email, tenant, details: [sentOn, email] },
      }),
    )
  },
}

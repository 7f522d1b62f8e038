import { sql } from 'kysely'
import { CANDIDATES, ofSeen, type SearchSource, toHit } from '../../search/server/published.ts'

type Row = { id: number; number: number; title: string; tenant: string | null; orderNo: string | null }

/** Issues by their number, and by parts of what they are about. Whoever came by a code finds their own alone (A2). */
export const issuesInSearch: SearchSource = {
  group: 'issues',
  permission: 'issues.read',
  module: 'orders',
  async find(tx, actor, { term, parts, most }) {
    const number = /^#?([1-9]\d{0,8})$/.exec(term)?.[1] ?? null
    const { rows } = await sql<Row>`
      with hits as (
        (select i.tenant_id, i.id, 0 as rank from portal.issues i
          where ${ofSeen(actor, 'i.tenant_id')} and i.no = ${number}::int order by i.last_at desc, i.id desc limit ${most})
        union all
        select f.tenant_id, f.id, 1 from portal.search_issues(${term}, ${CANDIDATES}) f where ${parts}::boolean)
      select i.id, i.no as number, i.title, t.name as tenant, i.order_no as "orderNo"
        from (select h.tenant_id, h.id, min(h.rank) as rank from hits h group by 1, 2) h
        join portal.issues i on i.tenant_id = h.tenant_id and i.id = h.id
        join portal.tenants t on t.id = i.tenant_id
       where ${actor.mode !== 'temporary'}::boolean or i.reporter = ${actor.userId}
       order by h.rank, i.last_at desc, i.id desc limit ${most}`.execute(tx)
    return rows.map((row) =>
      toHit(actor, `/orders/issues/id:${row.id}`, { ...row, details: [`#${row.number}`, row.orderNo] }),
    )
  },
}

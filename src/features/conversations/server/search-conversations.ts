import { sql } from 'kysely'
import { CANDIDATES, ofSeen, type SearchSource, toHit } from '../../search/server/published.ts'
import { seesIssues, seesOrders } from './conversation-rows.ts'

type Row = { id: number; title: string; tenant: string | null; openedBy: string; orderNo: string | null }

/**
 * Conversations by the number of their order or issue, and by parts of their subject and of what was said in them; never by the
 * staff's notes. Whoever came by a code finds their own alone (A2).
 */
export const conversationsInSearch: SearchSource = {
  group: 'conversations',
  permission: 'conversations.read',
  module: 'chat',
  async find(tx, actor, { term, parts, most }) {
    const number = term.replace(/^#/, '')
    const issue = /^[1-9]\d{0,8}$/.test(number) ? Number(number) : null
    const { rows } = await sql<Row>`
      with hits as (
        (select c.tenant_id, c.id, 0 as rank from portal.conversations c
          where ${ofSeen(actor, 'c.tenant_id')} and ${seesOrders(actor)}::boolean and c.order_no = ${number} limit ${most})
        union all
        (select c.tenant_id, c.id, 0 from portal.conversations c
          where ${ofSeen(actor, 'c.tenant_id')} and ${seesIssues(actor)}::boolean and c.issue_no = ${issue}::int limit ${most})
        union all
        select f.tenant_id, f.id, 1 from portal.search_conversations(${term}, ${CANDIDATES}) f where ${parts}::boolean)
      select c.id, c.subject as title, t.name as tenant, c.opened_name as "openedBy",
             case when ${seesOrders(actor)}::boolean then c.order_no end as "orderNo"
        from (select h.tenant_id, h.id, min(h.rank) as rank from hits h group by 1, 2) h
        join portal.conversations c on c.tenant_id = h.tenant_id and c.id = h.id
        join portal.tenants t on t.id = c.tenant_id
       where ${actor.mode !== 'temporary'}::boolean or c.opened_by = ${actor.userId}
       order by h.rank, c.last_at desc, c.id desc limit ${most}`.execute(tx)
    return rows.map((row) =>
      toHit(actor, `/chat?conversation=${row.id}`, { ...row, details: [row.openedBy, row.orderNo] }),
    )
  },
}

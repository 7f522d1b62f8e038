import { sql } from 'kysely'
import { enoughBeside, type SearchSource, toHit } from '../../../search/server/published.ts'

type Row = { id: number; title: string; tenant: string | null; dueOn: string | null }

/** What clients are asked for, by parts of its title and of what was said of it. */
export const documentRequestsInSearch: SearchSource = {
  group: 'documentRequests',
  permission: 'documents.read',
  async find(tx, actor, { term, parts, most }) {
    if (!parts) return []
    const { rows } = await sql<Row>`
      select r.id, r.title, t.name as tenant, r.due_on as "dueOn"
        from portal.search_document_requests(${term}, ${enoughBeside(most)}) f
        join portal.document_requests r on r.tenant_id = f.tenant_id and r.id = f.id
        join portal.tenants t on t.id = r.tenant_id
       order by r.changed_at desc, r.id desc limit ${most}`.execute(tx)
    return rows.map((row) => toHit(actor, `/document-requests/${row.id}`, { ...row, details: [row.dueOn] }))
  },
}

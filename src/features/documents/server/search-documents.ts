import { sql } from 'kysely'
import { type SearchSource, toHit } from '../../search/server/published.ts'
import { reachable } from './document-rows.ts'

/** More than elsewhere: those that stand in hidden modules alone are left out afterwards. */
const CANDIDATES = 300

type Row = { id: number; title: string; number: string | null; product: string | null }

/** Documents by parts of their title, number or product; the library's own screens look inside of them too. */
export const documentsInSearch: SearchSource = {
  group: 'documents',
  permission: 'documents.read',
  async find(tx, actor, { term, parts, most }) {
    if (!parts) return []
    const { rows } = await sql<Row>`
      select d.id, d.title, d.number, d.product_name as product
        from portal.documents d join portal.search_documents(${term}, ${CANDIDATES}) f (id) on f.id = d.id
       where d.status <> 'draft' and ${reachable(actor)}
       order by lower(d.number) is distinct from lower(${term}), lower(d.title) <> lower(${term}), d.updated_at desc, d.id desc
       limit ${most}`.execute(tx)
    return rows.map((row) =>
      toHit(actor, `/documents/${row.id}`, { ...row, tenant: null, details: [row.number, row.product] }),
    )
  },
}

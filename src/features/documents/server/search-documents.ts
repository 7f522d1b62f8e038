import { sql } from 'kysely'
import { CANDIDATES as ENOUGH, type SearchSource, toHit } from '../../search/server/published.ts'
import { snippetOf } from '../domain/snippet.ts'
import type { DocumentStatus } from '../domain/vocabulary.ts'
import { ofLotLike, reachable } from './document-rows.ts'
import { STATUS } from './document-status.ts'

/** More than elsewhere: those that stand in hidden modules alone are left out afterwards. */
const CANDIDATES = 300

type Row = {
  id: number
  title: string
  number: string | null
  product: string | null
  status: DocumentStatus
  content: string | null
}

/**
 * Documents by parts of their title, number or product, by the numbers of their lots, and by the words inside their PDFs: those of
 * lots are on no shelf whose screen would look there.
 */
export const documentsInSearch: SearchSource = {
  group: 'documents',
  permission: 'documents.read',
  async find(tx, actor, { term, parts, most }) {
    if (!parts) return []
    const { rows } = await sql<Row>`
      with named as (
        select d.id from portal.documents d join portal.search_documents(${term}, ${CANDIDATES}) f (id) on f.id = d.id
        union select d.id from portal.documents d where ${ofLotLike(term)}
      ), inside as (
        select f.document_id as id, f.page from portal.search_in_documents(${term}, ${ENOUGH}) f
         where f.document_id not in (select n.id from named n)
      ), shown as (
        select d.id, d.title, d.number, d.product_name as product, ${STATUS} as status, d.updated_at, d.current_version, i.page
          from (select n.id, null::int as page from named n union all select i.id, i.page from inside i) i
          join portal.documents d on d.id = i.id
         where d.status <> 'draft' and ${reachable(actor)}
      )
      select s.id, s.title, s.number, s.product, s.status, p.content
        from (select s.* from shown s where s.page is null or s.status = 'available'
              order by s.page is not null, lower(s.number) is distinct from lower(${term}), lower(s.title) <> lower(${term}), s.updated_at desc, s.id desc
              limit ${most}) s
        left join portal.document_versions v on v.document_id = s.id and v.no = s.current_version and s.page is not null
        left join portal.document_pages p on p.checksum = v.checksum and p.page = s.page
       order by s.page is not null, lower(s.number) is distinct from lower(${term}), lower(s.title) <> lower(${term}), s.updated_at desc, s.id desc`.execute(
      tx,
    )
    return rows.map(({ content, status, ...row }) => {
      const inside = content === null ? null : snippetOf(content, term)
      return {
        ...toHit(
          actor,
          inside ? `/documents/${row.id}?q=${encodeURIComponent(term)}` : `/documents/${row.id}`,
          {
            ...row,
            tenant: null,
            details: [row.number, row.product, inside && quoted(inside)],
          },
        ),
        ...(status !== 'available' && status !== 'draft' && { standing: status }),
      }
    })
  },
}

const quoted = ({ before, match, after }: NonNullable<ReturnType<typeof snippetOf>>) =>
  `“${`${before}${match}${after}`.replace(/\s+/g, ' ').trim()}”`

import { sql } from 'kysely'
import type { SearchSource } from '../../search/server/published.ts'
import { managesCatalogue } from './catalogue-rows.ts'

type Row = {
  itemNo: string
  name: string
  category: string | null
  nameFr: string | null
  nameDe: string | null
  nameEs: string | null
}

/** Products of the asker's catalogue by their number, and by parts of it, of their names and of the category. */
export const catalogueInSearch: SearchSource = {
  group: 'products',
  permission: 'products.read',
  module: 'product',
  async find(tx, actor, { term, parts, most }) {
    // What fits is found first: else staff's own policy would be asked of the products that somebody has, one by one.
    const { rows } = await sql<Row>`
      with hits as materialized (
        select p.id, p.item_no, p.name, p.category, p.name_fr, p.name_de, p.name_es, p.active from portal.products p
         where p.item_key = portal.number_key(${term}) or ${parts}::boolean and lower(p.search_text) like any ((select portal.search_patterns(${term}))::text[]))
      select h.item_no as "itemNo", h.name, h.category, h.name_fr as "nameFr", h.name_de as "nameDe", h.name_es as "nameEs"
        from hits h
       where exists (select from portal.product_access a where a.product_id = h.id
               and (${managesCatalogue(actor)}::boolean or h.active and a.offered is distinct from false))
       order by portal.number_key(h.item_no) <> portal.number_key(${term}), h.item_no collate portal.natural_order, h.id limit ${most}`.execute(
      tx,
    )
    return rows.map(({ itemNo, name, category, ...names }) => ({
      to: `/product/catalogue?search=${encodeURIComponent(itemNo)}`,
      title: name,
      names: { 'fr-CA': names.nameFr, de: names.nameDe, es: names.nameEs },
      details: [itemNo, ...(category ? [category] : [])],
    }))
  },
}

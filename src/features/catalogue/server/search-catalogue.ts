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
    const { rows } = await sql<Row>`
      select p.item_no as "itemNo", p.name, p.category, p.name_fr as "nameFr", p.name_de as "nameDe", p.name_es as "nameEs"
        from portal.products p
       where (p.item_no = ${term} or ${parts}::boolean and lower(p.search_text) like (select lower(portal.search_pattern(${term}))))
         and exists (select from portal.product_access a where a.product_id = p.id
               and (${managesCatalogue(actor)}::boolean or p.active and a.offered is distinct from false))
       order by p.item_no <> ${term}, p.item_no collate portal.natural_order, p.id limit ${most}`.execute(tx)
    return rows.map(({ itemNo, name, category, ...names }) => ({
      to: `/product/catalogue?search=${encodeURIComponent(itemNo)}`,
      title: name,
      names: { 'fr-CA': names.nameFr, de: names.nameDe, es: names.nameEs },
      details: [itemNo, ...(category ? [category] : [])],
    }))
  },
}

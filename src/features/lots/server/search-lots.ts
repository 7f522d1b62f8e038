import { sql } from 'kysely'
import { CANDIDATES, type SearchSource, toHit } from '../../search/server/published.ts'

type Row = { title: string; address: string; itemNo: string | null; product: string | null }

/** Lots by their number, and by parts of it and of the product's. */
export const lotsInSearch: SearchSource = {
  group: 'lots',
  permission: 'lots.read',
  module: 'qaqc',
  async find(tx, actor, { term, parts, most }) {
    const { rows } = await sql<Row>`
      with hits as (
        (select x.id, 0 as rank from portal.lots x where x.lot_no = ${term} order by x.manufactured_on desc nulls last, x.id desc limit ${most})
        union all
        select f.id, 1 from portal.search_lots(${term}, ${CANDIDATES}) f (id) where ${parts}::boolean)
      select x.lot_no as title, portal.lot_address(x.id, x.lot_no) as address, x.item_no as "itemNo", p.name as product
        from (select h.id, min(h.rank) as rank from hits h group by 1) h
        join portal.lots x on x.id = h.id
        left join portal.products p on p.source_id = x.source_id and p.item_no = x.item_no
       order by h.rank, x.manufactured_on desc nulls last, x.id desc limit ${most}`.execute(tx)
    return rows.map(({ address, ...row }) =>
      toHit(actor, `/lots/${encodeURIComponent(address)}`, {
        ...row,
        tenant: null,
        details: [row.itemNo, row.product],
      }),
    )
  },
}

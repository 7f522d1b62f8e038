import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import { type SearchAsk, type SearchSource, toHit } from '../../search/server/published.ts'
import type { DatasetName } from '../domain/sales-filters.ts'
import { DATASETS } from './datasets.ts'
import { sumsOf } from './sums-of.ts'

/** Where names are, and what is kept of their sums. */
type Names = {
  group: 'salesProducts' | 'salesCustomers'
  names: 'sales_items' | 'sales_customers'
  /** Of their sums. */
  dimension: 1 | 2
  id: string
  name: string
  code: string
  /** What a search on the screens finds a name `n` by: not by what is shown in place of one. Empty: by nothing. */
  search: RawBuilder<string>
}
const SCREENS: Record<DatasetName, string> = { history: '/sales', current: '/current-sales' }
/** The address keeps no more of a search. */
const LONGEST_SEARCH = 200

type Row = {
  dataset: DatasetName
  name: string
  search: string
  code: string | null
  currency: string | null
}

/** Names of one dataset that fit, with the currency in which there is most of each; the default one before all others. */
const namesOf = (
  dataset: DatasetName,
  of: Names,
  actor: Actor,
  { term, parts, most }: SearchAsk,
): RawBuilder<Row> => {
  const [id, name, code] = [of.id, of.name, of.code].map((column) => sql.ref(`n.${column}`))
  return sql`
    select ${dataset}::text as dataset, b.name, b.search, b.code, b.whole, c.currency
      from (select ${name} as name, ${of.search} as search,
                   case when min(${code}) = max(${code}) then min(${code}) end as code, array_agg(${id}) as ids,
                   bool_or(lower(${term}) in (lower(${code}), lower(${name}))) as whole
              from ${sql.table(`portal.${of.names}`)} n
             where n.tenant_id = any (${sumsOf(actor)}::int[]) and n.dataset = ${DATASETS[dataset].id}
               and (lower(${code}) = lower(${term}) or ${parts}::boolean and n.search_text like any ((select portal.search_patterns(${term}))::text[]))
               and ${of.search} <> ''
             group by 1, 2
             order by whole desc, 1, 2 limit ${most}) b
      left join lateral (
             select r.currency
               from (select t.tenant_id, t.dataset, t.year, t.currency from portal.sales_sums t
                      where t.tenant_id = any (${sumsOf(actor)}::int[]) and t.dataset = ${DATASETS[dataset].id} and t.dimension = 0
                        and t.period = 17 and t.year > 0) y
               join portal.sales_sums r on r.tenant_id = y.tenant_id and r.dataset = y.dataset and r.dimension = ${of.dimension}
                    and r.period = 17 and r.year = y.year and r.currency = y.currency and r.key_id = any (b.ids)
              group by 1 order by r.currency = ${actor.currency} desc, sum(r.lines) desc, 1 limit 1) c on true`
}

const inSearch = (of: Names): SearchSource => ({
  group: of.group,
  permission: 'sales.read',
  module: 'sales',
  async find(tx, actor, ask) {
    const { rows } = await sql<Row>`
      select * from (select * from (${namesOf('history', of, actor, ask)}) h
        union all select * from (${namesOf('current', of, actor, ask)}) c) x
       order by x.whole desc, x.name, x.search, x.dataset desc`.execute(tx)
    // One that both have leads to the whole history.
    const first = new Map<string, Row>()
    for (const row of rows) {
      const key = JSON.stringify([row.name, row.search])
      if (row.dataset === 'history' || !first.has(key)) first.set(key, row)
    }
    return [...first.values()].slice(0, ask.most).map(({ dataset, name, search, code, currency }) => {
      const filter = { search: search.slice(0, LONGEST_SEARCH), ...(currency !== null && { currency }) }
      const to = `${SCREENS[dataset]}?${new URLSearchParams(filter)}`
      return toHit(actor, to, { title: name, tenant: null, details: [code] })
    })
  },
})

/** Products of the sales by their name and number: to their figures. */
export const salesProductsInSearch = inSearch({
  ...{ group: 'salesProducts', names: 'sales_items', dimension: 1, id: 'item_id' },
  ...{ name: 'product', code: 'item_no' },
  search: sql`case n.product when 'Unknown Product' then n.item_no else n.product end`,
})

/** Customers of the sales by their name, and by their whole code. */
export const salesCustomersInSearch = inSearch({
  ...{ group: 'salesCustomers', names: 'sales_customers', dimension: 2, id: 'customer_id' },
  ...{ name: 'customer', code: 'client_code' },
  search: sql`case n.customer when 'Unknown Client' then '' else n.customer end`,
})

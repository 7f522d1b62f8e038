import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { monthNumber, readMonth } from '../domain/months.ts'
import type { DatasetName } from '../domain/sales-filters.ts'
import { DATASETS, type Dataset } from './datasets.ts'
import type { SalesFilter } from './get-sales-history.ts'
import { sumsOf } from './sums-of.ts'

export type LineFilter = SalesFilter & {
  dataset: DatasetName
  fromYear?: number | undefined
  toYear?: number | undefined
  quarter?: number | undefined
  throughMonth?: number | undefined
  /** 2024-03 */
  from?: string | undefined
  to?: string | undefined
  product?: string | undefined
  code?: string | undefined
  customer?: string | undefined
  others?: 'products' | 'customers' | undefined
  besideFrom?: string | undefined
  besideTo?: string | undefined
}

/** What the lines of an answer have in common. */
export type LineSelection = {
  dataset: Dataset
  /** Tenants whose sums name the months with sales; 0 stands for everybody. */
  sums: number[]
  /** The currency shown, as the screen chooses it; null when there are no sales at all. */
  currency: string | null
  source: RawBuilder<unknown>
  /** Months of the year that are asked for. */
  months: number[]
  /** Conditions on a line `s`, but for year and month. */
  condition: RawBuilder<boolean>
}

type Names = {
  currency: string | null
  items: number[] | null
  customers: number[] | null
  orders: string[] | null
  product: number[] | null
  code: number[] | null
  customer: number[] | null
}

/** Names and currency first, so that the lines are selected by numbers that their indexes know. */
export async function selectSalesLines(tx: Tx, actor: Actor, ask: LineFilter): Promise<LineSelection> {
  const dataset = DATASETS[ask.dataset]
  const sums = sumsOf(actor)
  const { rows } = await sql<Names>`
    select coalesce(${ask.currency ?? null}, (portal.sales_currencies(${sums}::int[], ${dataset.id}, ${actor.currency}, null))[1]) as currency, n.items, n.customers, n.orders,
      (select array_agg(i.item_id) from portal.sales_items i
        where i.tenant_id = any (${sums}::int[]) and i.dataset = ${dataset.id} and i.product = ${ask.product ?? null}) as product,
      (select array_agg(i.item_id) from portal.sales_items i
        where i.tenant_id = any (${sums}::int[]) and i.dataset = ${dataset.id} and i.item_no = ${ask.code ?? null}) as code,
      (select array_agg(c.customer_id) from portal.sales_customers c
        where c.tenant_id = any (${sums}::int[]) and c.dataset = ${dataset.id} and c.customer = ${ask.customer ?? null}) as customer
    from portal.find_sales(${sums}::int[], ${dataset.id}, ${ask.search ?? null}) n`.execute(tx)
  const names = rows[0] as Names

  const all = actor.kind === 'admin'
  const conditions = [sql<boolean>`s.currency = ${names.currency}::bpchar`]
  if (!all) conditions.push(sql`s.tenant_id = any (${sums}::int[])`)
  if (ask.product !== undefined) conditions.push(sql`s.item_id = any (${names.product ?? []}::int[])`)
  if (ask.code !== undefined) conditions.push(sql`s.item_id = any (${names.code ?? []}::int[])`)
  if (ask.customer !== undefined) conditions.push(sql`s.customer_id = any (${names.customer ?? []}::int[])`)
  if (ask.others) conditions.push(await amongOthers(tx, actor, { ...ask, others: ask.others }))
  if (names.items && names.customers) {
    const ways = [
      sql`s.item_id = any (${names.items}::int[])`,
      sql`s.customer_id = any (${names.customers}::int[])`,
    ]
    if (names.orders?.length) ways.push(sql`${sql.ref(dataset.order)} = any (${names.orders}::text[])`)
    conditions.push(sql`(${sql.join(ways, sql` or `)})`)
  }
  return {
    dataset,
    sums,
    currency: names.currency,
    source: sql.table(all ? dataset.allLines : dataset.lines),
    months: monthsOf(ask),
    condition: sql<boolean>`(${sql.join(conditions, sql` and `)})`,
  }
}

/** Lines of what the comparison of two periods adds up below its list; which of the two is which makes no difference to the list. */
async function amongOthers(
  tx: Tx,
  actor: Actor,
  { others, ...ask }: LineFilter & { others: 'products' | 'customers' },
): Promise<RawBuilder<boolean>> {
  const [from, to, besideFrom, besideTo] = [ask.from, ask.to, ask.besideFrom, ask.besideTo].map(
    (month = '') => monthNumber(readMonth(month)),
  )
  const sums = sumsOf(actor)
  const products = others === 'products'
  const [names, name, id] = products
    ? (['sales_items', 'n.product', 'n.item_id'] as const)
    : (['sales_customers', 'n.customer', 'n.customer_id'] as const)
  const { rows } = await sql<{ listed: number[] | null }>`
    select (select coalesce(array_agg(${sql.ref(id)}), '{}') from ${sql.table(names)} n
             where n.tenant_id = any (${sums}::int[]) and n.dataset = ${DATASETS[ask.dataset].id}
               and ${sql.ref(name)} in (select i->>'key' from json_array_elements(l.list->'items') i)) as listed
      from (select portal.sales_comparison(${sums}::int[], ${actor.currency}, ${ask.search ?? null}, ${ask.currency ?? null},
              ${from}, ${to}, ${besideFrom}, ${besideTo})->${others} as list) l
     where json_typeof(l.list) = 'object'`.execute(tx)
  const listed = rows[0]?.listed
  // One client code alone has no list of customers.
  if (!listed) return sql<boolean>`false`
  return products
    ? sql<boolean>`s.item_id <> all (${listed}::int[])`
    : sql<boolean>`s.customer_id <> all (${listed}::int[])`
}

function monthsOf({ month, quarter, throughMonth = 12 }: LineFilter): number[] {
  const months = Array.from({ length: 12 }, (_, at) => at + 1)
  return months.filter(
    (m) =>
      m <= throughMonth &&
      (month === undefined || m === month) &&
      (quarter === undefined || Math.ceil(m / 3) === quarter),
  )
}

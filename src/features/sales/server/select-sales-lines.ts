import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import type { SalesFilter } from './get-sales-history.ts'
import { sumsOf } from './sums-of.ts'

export type LineFilter = SalesFilter & {
  fromYear?: number | undefined
  toYear?: number | undefined
  quarter?: number | undefined
  product?: string | undefined
  customer?: string | undefined
}

/** What the lines of an answer have in common. */
export type LineSelection = {
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
  product: number[] | null
  customer: number[] | null
}

/** Names and currency first, so that the lines are selected by numbers that their indexes know. */
export async function selectSalesLines(tx: Handle, actor: Actor, ask: LineFilter): Promise<LineSelection> {
  const sums = sumsOf(actor)
  const { rows } = await sql<Names>`
    select coalesce(${ask.currency ?? null}, (portal.sales_currencies(${sums}::int[], ${actor.currency}, null))[1]) as currency,
      n.items, n.customers,
      (select array_agg(i.item_id) from portal.sales_items i
        where i.tenant_id = any (${sums}::int[]) and i.product = ${ask.product ?? null}) as product,
      (select array_agg(c.customer_id) from portal.sales_customers c
        where c.tenant_id = any (${sums}::int[]) and c.customer = ${ask.customer ?? null}) as customer
    from portal.find_sales_names(${sums}::int[], ${ask.search ?? null}) n`.execute(tx)
  const names = rows[0] as Names

  const all = actor.kind === 'admin'
  const conditions = [sql<boolean>`s.currency = ${names.currency}::bpchar`]
  if (!all) conditions.push(sql`s.tenant_id = any (${sums}::int[])`)
  if (ask.product !== undefined) conditions.push(sql`s.item_id = any (${names.product ?? []}::int[])`)
  if (ask.customer !== undefined) conditions.push(sql`s.customer_id = any (${names.customer ?? []}::int[])`)
  if (names.items && names.customers)
    conditions.push(
      sql`(s.item_id = any (${names.items}::int[]) or s.customer_id = any (${names.customers}::int[]))`,
    )
  return {
    sums,
    currency: names.currency,
    source: sql.table(all ? 'all_sales_history' : 'sales_history'),
    months: monthsOf(ask),
    condition: sql<boolean>`(${sql.join(conditions, sql` and `)})`,
  }
}

function monthsOf({ month, quarter }: LineFilter): number[] {
  const months = Array.from({ length: 12 }, (_, at) => at + 1)
  return months.filter(
    (m) => (month === undefined || m === month) && (quarter === undefined || Math.ceil(m / 3) === quarter),
  )
}

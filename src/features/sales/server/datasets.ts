import { type RawBuilder, sql } from 'kysely'
import type { DatasetName } from '../domain/sales-filters.ts'

type Asked = { sums: number[]; home: string | null; search: string | null }

/** Where a dataset of sales is, and what its lines have beyond the common columns. */
export type Dataset = {
  lines: string
  /** With the unassigned lines, for administrators. */
  allLines: string
  totals: string
  items: string
  customers: string
  /** The currency shown without a wish. */
  currency: (asked: Asked) => RawBuilder<unknown>
  /** Rows of (items, customers, orders): what a search finds; null: everything. */
  find: (asked: Asked) => RawBuilder<unknown>
  /** Columns of a line `l`. */
  columns: RawBuilder<unknown>
}

export const DATASETS: Record<DatasetName, Dataset> = {
  history: {
    lines: 'sales_history',
    allLines: 'all_sales_history',
    totals: 'sales_totals',
    items: 'sales_items',
    customers: 'sales_customers',
    currency: ({ sums, home }) => sql`(portal.sales_currencies(${sums}::int[], ${home}, null))[1]`,
    find: ({ sums, search }) =>
      sql`(select f.items, f.customers, null::text[] as orders from portal.find_sales_names(${sums}::int[], ${search}) f)`,
    columns: sql`l.invoice_no as "invoiceNo", l.invoice_date as "invoiceDate", l.tax_code as "taxCode",
      round(l.amt_2_cents / 100.0, 2)::text as amt2`,
  },
  current: {
    lines: 'current_sales',
    allLines: 'all_current_sales',
    totals: 'current_sales_totals',
    items: 'current_sales_items',
    customers: 'current_sales_customers',
    currency: ({ sums, home }) => sql`(portal.current_sales_currencies(${sums}::int[], ${home}, null))[1]`,
    find: ({ sums, search }) => sql`portal.find_current_sales(${sums}::int[], ${search})`,
    columns: sql`l.so, l.unit, l.lot`,
  },
}

import { type RawBuilder, sql } from 'kysely'
import type { ModuleId, Permission } from '../../../platform/contract/permissions.ts'
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
  /** Column of a line `s`: the number that its order has. */
  order: string
  /** Whether a client sells to one customer alone: itself (D2). */
  oneCustomer: (sums: number[]) => RawBuilder<unknown>
  /** The currency shown without a wish. */
  currency: (asked: Asked) => RawBuilder<unknown>
  /** Rows of (items, customers, orders): what a search finds; null: everything. */
  find: (asked: Asked) => RawBuilder<unknown>
  /** Columns of a line `l`. */
  columns: RawBuilder<unknown>
  /** Of a line `s`. */
  unit: RawBuilder<string | null>
  /** What a line `l` stands on where that is here too, the newest first; its own permission's and module's. */
  fact: {
    id: 'invoiceId' | 'orderId'
    permission: Permission
    module: ModuleId
    found: RawBuilder<{ id: number }>
  }
}

export const DATASETS: Record<DatasetName, Dataset> = {
  history: {
    lines: 'sales_history',
    allLines: 'all_sales_history',
    totals: 'sales_totals',
    items: 'sales_items',
    customers: 'sales_customers',
    order: 's.invoice_no',
    oneCustomer: (sums) => sql`portal.is_one_customer(${sums}::int[])`,
    currency: ({ sums, home }) => sql`(portal.sales_currencies(${sums}::int[], ${home}, null))[1]`,
    find: ({ sums, search }) =>
      sql`(select f.items, f.customers, null::text[] as orders from portal.find_sales_names(${sums}::int[], ${search}) f)`,
    unit: sql`null::text`,
    columns: sql`l.invoice_no as "invoiceNo", l.invoice_date as "invoiceDate", l.tax_code as "taxCode",
      round(l.amt_2_cents / 100.0, 2)::text as amt2`,
    fact: {
      id: 'invoiceId',
      permission: 'invoices.read',
      module: 'finance',
      // Compared as the index of the invoices is ordered: the lines have theirs by bytes.
      found: sql`select v.id from portal.invoices v
                  where v.tenant_id = l.tenant_id and v.invoice_no = l.invoice_no collate "default" order by v.id desc`,
    },
  },
  current: {
    lines: 'current_sales',
    allLines: 'all_current_sales',
    totals: 'current_sales_totals',
    items: 'current_sales_items',
    customers: 'current_sales_customers',
    order: 's.so',
    // Its screen has no customers.
    oneCustomer: () => sql`false`,
    currency: ({ sums, home }) => sql`(portal.current_sales_currencies(${sums}::int[], ${home}, null))[1]`,
    find: ({ sums, search }) => sql`portal.find_current_sales(${sums}::int[], ${search})`,
    unit: sql`nullif(btrim(s.unit), '')`,
    columns: sql`l.so, l.unit, l.lot`,
    fact: {
      id: 'orderId',
      permission: 'orders.read',
      module: 'orders',
      found: sql`select o.id from portal.orders o
                  where o.tenant_id = l.tenant_id and o.ord_no collate portal.natural_order = l.so order by o.id desc`,
    },
  },
}

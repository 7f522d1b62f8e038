import { type RawBuilder, sql } from 'kysely'
import type { ModuleId, Permission } from '../../../platform/contract/permissions.ts'
import type { DatasetName } from '../domain/sales-filters.ts'

/** Where a dataset of sales is, and what its lines have beyond the common columns. */
export type Dataset = {
  /** Column `dataset` of lines, sums and names. */
  id: 1 | 2
  lines: string
  /** With the unassigned lines, for administrators. */
  allLines: string
  /** Column of a line `s`: the number that its order has. */
  order: string
  /** Whether a client sells to one customer alone: itself (D2). */
  oneCustomer: (sums: number[]) => RawBuilder<unknown>
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
    id: 1,
    lines: 'sales_history',
    allLines: 'all_sales_history',
    order: 's.invoice_no',
    oneCustomer: (sums) => sql`portal.is_one_customer(${sums}::int[])`,
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
    id: 2,
    lines: 'current_sales',
    allLines: 'all_current_sales',
    order: 's.so',
    // Its screen has no customers.
    oneCustomer: () => sql`false`,
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

import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { DatasetName } from '../domain/sales-filters.ts'

/** Where sums and lines differ; amounts in cents, year 0 all years together, tenant 0 everybody. */
export type SalesDifference = {
  dataset: DatasetName
  sums: 'items' | 'customers' | 'totals' | 'pairs' | 'orders' | 'names' | 'shared orders'
  tenantId: number
  currency: string | null
  year: number | null
  /** How many sums of this kind, tenant, currency and year are wrong. */
  wrongKeys: number
  linesExpected: string | null
  linesFound: string | null
  amountCentsExpected: string | null
  amountCentsFound: string | null
}

/** Counts every line of both datasets anew and compares; empty when every sum is right. For the command line, as the owner. */
export async function verifySales(tx: Tx): Promise<SalesDifference[]> {
  const { rows } = await sql<SalesDifference>`
    select dataset, sums, tenant_id as "tenantId", currency, year, wrong_keys as "wrongKeys", lines_expected as "linesExpected",
           lines_found as "linesFound", amount_cents_expected as "amountCentsExpected", amount_cents_found as "amountCentsFound"
      from portal.verify_sales()`.execute(tx)
  return rows
}

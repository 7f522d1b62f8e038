import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { DATASETS } from './datasets.ts'

type Sales = { currency: string; amount: string; quantity: number; lines: number }

/** What one tenant's whole sales history comes to, per currency, from the kept sums. */
export async function salesOfTenant(tx: Tx, tenantId: number): Promise<Sales[]> {
  const { rows } = await sql<Sales>`
    select t.currency::text as currency, portal.money_text(t.amount_cents) as amount,
           portal.units(t.quantity)::float8 as quantity, t.lines
      from portal.sales_sums t
     where t.tenant_id = ${tenantId}::int and t.dataset = ${DATASETS.history.id} and t.dimension = 0 and t.period = 17 and t.year = 0
     order by t.lines desc, t.currency`.execute(tx)
  return rows
}

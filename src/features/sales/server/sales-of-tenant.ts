import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'

type Sales = { currency: string; amount: string; quantity: number; lines: number }

/** What one tenant's whole sales history comes to, per currency, from the kept sums. */
export async function salesOfTenant(tx: Tx, tenantId: number): Promise<Sales[]> {
  const { rows } = await sql<Sales>`
    select t.currency::text as currency, portal.money_text(sum(t.amount_cents)::bigint) as amount,
           portal.units(sum(t.quantity)::bigint)::float8 as quantity, sum(t.lines)::int as lines
      from portal.sales_totals t where t.tenant_id = ${tenantId}::int
     group by t.currency order by sum(t.lines) desc, t.currency`.execute(tx)
  return rows
}

import { sql } from 'kysely'
import { readTypedAmount } from '../../../platform/domain/typed-amount.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'

/** Which invoices a search term selects: all without a term; the hits themselves when they are few. */
export type Matches =
  | { kind: 'all' }
  | { kind: 'few'; tenantIds: number[]; ids: number[] }
  | { kind: 'many'; term: string }

/** So many hits are found by the index and joined; with more, reading the invoices and comparing each is faster. */
const FEW = 2000

/** Those in which the term stands, and those of its amount, by total or by what is open of them today. */
export async function matchInvoices(tx: Tx, search: string | undefined, today: string): Promise<Matches> {
  const term = search?.trim()
  if (!term) return { kind: 'all' }
  const { rows } = await sql<{ tenant_id: number; id: number }>`
    select tenant_id, id from portal.search_invoices(${term}, ${FEW + 1})`.execute(tx)
  if (rows.length > FEW) return { kind: 'many', term }
  const amount = readTypedAmount(term)
  const ofAmount = amount
    ? await sql<{ tenant_id: number; id: number }>`
        select tenant_id, id
          from portal.invoices_of_amount(${amount.least}, ${amount.most}, ${amount.currency}, ${today}::date, ${FEW})`.execute(
        tx,
      )
    : { rows: [] }
  const hits = [...rows, ...ofAmount.rows]
  return { kind: 'few', tenantIds: hits.map((row) => row.tenant_id), ids: hits.map((row) => row.id) }
}

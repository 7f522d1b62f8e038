import { sql } from 'kysely'
import type { Handle } from '../../../platform/server/database/handle.ts'

/** Which invoices a search term selects: all without a term; the hits themselves when they are few. */
export type Matches =
  | { kind: 'all' }
  | { kind: 'few'; tenantIds: number[]; ids: number[] }
  | { kind: 'many'; term: string }

/** So many hits are found by the index and joined; with more, reading the invoices and comparing each is faster. */
const FEW = 2000

export async function matchInvoices(tx: Handle, search: string | undefined): Promise<Matches> {
  const term = search?.trim()
  if (!term) return { kind: 'all' }
  const { rows } = await sql<{ tenant_id: number; id: number }>`
    select tenant_id, id from portal.search_invoices(${term}, ${FEW + 1})`.execute(tx)
  if (rows.length > FEW) return { kind: 'many', term }
  return { kind: 'few', tenantIds: rows.map((row) => row.tenant_id), ids: rows.map((row) => row.id) }
}

import { sql } from 'kysely'
import { readTypedAmount } from '../../../platform/domain/typed-amount.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'

/** Which orders a search term selects: all without a term; the hits themselves when they are few. */
export type Matches =
  | { kind: 'all' }
  | { kind: 'few'; tenantIds: number[]; ids: number[] }
  | { kind: 'many'; term: string }

/** So many hits are found by the index and joined; with more, reading the orders and comparing each is faster. */
const FEW = 2000

/** Those in which the term stands, and those of its amount. */
export async function matchOrders(tx: Handle, search: string | undefined): Promise<Matches> {
  const term = search?.trim()
  if (!term) return { kind: 'all' }
  type Hit = { tenant_id: number; id: number }
  const found = await sql<Hit>`select tenant_id, id from portal.search_orders(${term}, ${FEW + 1})`.execute(
    tx,
  )
  // Of a PO number that is written with other spaces no part fits.
  const { rows } =
    found.rows.length > 0
      ? found
      : await sql<Hit>`select tenant_id, id from portal.orders_by_po_no(${term}, ${FEW})`.execute(tx)
  if (rows.length > FEW) return { kind: 'many', term }
  const amount = readTypedAmount(term)
  const ofAmount = amount
    ? await sql<{ tenant_id: number; id: number }>`
        select tenant_id, id from portal.orders_of_amount(${amount.least}, ${amount.most}, ${amount.currency}, ${FEW})`.execute(
        tx,
      )
    : { rows: [] }
  const hits = [...rows, ...ofAmount.rows]
  return { kind: 'few', tenantIds: hits.map((row) => row.tenant_id), ids: hits.map((row) => row.id) }
}

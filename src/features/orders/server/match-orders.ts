import { sql } from 'kysely'
import { searchTerm } from '../../../platform/domain/search-term.ts'
import { readTypedAmount } from '../../../platform/domain/typed-amount.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'

/** Which orders a search term selects: all without a term; the hits themselves when they are few. */
export type Matches =
  | { kind: 'all' }
  | { kind: 'few'; tenantIds: number[]; ids: number[] }
  /** `entering`: among the few being entered alone, so that nobody else's lines are looked through. */
  | { kind: 'many'; term: string; products: boolean; entering?: boolean }

/** So many hits are found by the index and joined; with more, reading the orders and comparing each is faster. */
const FEW = 2000

/** Names of products are theirs who may see products (A8): others find by what stands on the lines alone. */
export const findsByProduct = (actor: Actor): boolean =>
  may(actor, 'products.read') && !actor.hiddenModules.includes('product')

/** Those in which the term stands, or in whose lines, and those of its amount. */
export async function matchOrders(tx: Tx, actor: Actor, search: string | undefined): Promise<Matches> {
  const term = search?.trim()
  if (!term) return { kind: 'all' }
  const products = findsByProduct(actor)
  type Hit = { tenant_id: number; id: number }
  const found =
    await sql<Hit>`select tenant_id, id from portal.search_orders(${term}, ${products}, ${FEW + 1})`.execute(
      tx,
    )
  // Of a PO number that is written with other spaces no part fits.
  const { rows } =
    found.rows.length > 0
      ? found
      : await sql<Hit>`select tenant_id, id from portal.orders_by_po_no(${searchTerm(term)}, ${FEW})`.execute(
          tx,
        )
  if (rows.length > FEW) return { kind: 'many', term, products }
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

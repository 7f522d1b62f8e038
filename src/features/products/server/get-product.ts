import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Product } from '../contract.ts'
import { PRODUCT_COLUMNS, toProduct } from './product-row.ts'

/** One product that the asker has access to; 404 for another as for none. */
export async function getProduct(tx: Tx, { id }: { id: number }): Promise<Product> {
  const row = await tx
    .selectFrom('products as p')
    .leftJoin('class_terms as u', 'u.class', 'p.class')
    .select(PRODUCT_COLUMNS)
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!row) throw refuse(404, 'not_found')
  return toProduct(row)
}

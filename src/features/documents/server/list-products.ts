import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { PRODUCTS_A_PAGE, type ProductSet } from '../contract.ts'
import { PRODUCT_TYPES } from '../domain/vocabulary.ts'
import { documentRows, fitting, onShelves, type StoredRow, toRow } from './document-rows.ts'
import { withHits } from './text/find-in-text.ts'

type Ask = { search?: string | undefined; sort: 'name' | '-name' | 'line' }
const ORDERS = {
  name: sql`min(d.product_name) collate portal.natural_order`,
  '-name': sql`min(d.product_name) collate portal.natural_order desc`,
  line: sql`min(d.product_line) collate portal.natural_order, min(d.product_name) collate portal.natural_order`,
}

/** Each product with all of its documents; found by any of them. */
export async function listProducts(
  tx: Tx,
  actor: Actor,
  { search, sort }: Ask,
): Promise<{ items: ProductSet[]; total: number }> {
  const ofProduct = sql`${onShelves(['product'])} and d.product_code is not null`
  const { rows: products } = await sql<{ code: string; name: string; line: string | null; total: number }>`
    select d.product_code as code, coalesce(min(d.product_name), d.product_code) as name, min(d.product_line) as line,
           count(*) over ()::int as total
      from portal.documents d where ${ofProduct} and ${fitting(search)}
     group by d.product_code order by ${ORDERS[sort]}, 1 limit ${PRODUCTS_A_PAGE}`.execute(tx)
  const codes = products.map(({ code }) => code)
  const { rows } =
    await sql<StoredRow>`${documentRows(actor, sql`${ofProduct} and d.product_code = any (${codes}::text[])`)}
    order by array_position(${[...PRODUCT_TYPES]}::text[], d.type) nulls last, d.title collate portal.natural_order, d.id`.execute(
      tx,
    )
  const documents = await withHits(
    tx,
    rows.map((row) => toRow(row, actor)),
    search,
  )
  return {
    items: products.map(({ code, name, line }) => ({
      ...{ code, name, line },
      documents: documents.filter(({ productCode }) => productCode === code),
    })),
    total: products[0]?.total ?? 0,
  }
}

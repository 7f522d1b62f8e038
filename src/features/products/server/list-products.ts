import { sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { cursorText, openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { ProductClass, ProductPage } from '../contract.ts'
import { PRODUCT_COLUMNS, toProduct } from './product-row.ts'

type ListProducts = {
  search?: string | undefined
  category?: string | undefined
  class?: ProductClass | undefined
  active?: 'true' | 'false' | undefined
  limit: number
  cursor?: string | undefined
}

const Cursor = z.tuple([cursorText, z.int()])
const number = sql`p.item_no collate portal.natural_order`

/** A page of the products that the asker has access to; on the first also how many there are and their categories. */
export async function listProducts(tx: Tx, ask: ListProducts): Promise<ProductPage> {
  const after = openCursor(ask.cursor, Cursor)
  let chosen = tx.selectFrom('products as p')
  const term = ask.search?.trim()
  if (term) chosen = chosen.where(sql<boolean>`portal.contains_folded(p.search_text, ${term})`)
  if (ask.category !== undefined) chosen = chosen.where('p.category', '=', ask.category)
  if (ask.class) chosen = chosen.where('p.class', '=', ask.class)
  if (ask.active) chosen = chosen.where('p.active', '=', ask.active === 'true')
  let page = chosen
    .leftJoin('class_terms as u', 'u.class', 'p.class')
    .select(PRODUCT_COLUMNS)
    .orderBy(number)
    .orderBy('p.id')
    .limit(ask.limit + 1)
  if (after) page = page.where(sql<boolean>`(${number}, p.id) > (${after[0]}, ${after[1]}::bigint)`)
  const [rows, count, categories, feed] = await Promise.all([
    page.execute(),
    after ? undefined : chosen.select(sql<number>`count(*)`.as('n')).executeTakeFirst(),
    after ? undefined : readCategories(tx),
    tx.selectFrom('feeds').select('last_batch_at').where('kind', '=', 'products').executeTakeFirst(),
  ])
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(toProduct),
    nextCursor: rows.length > ask.limit && last ? sealCursor([last.item_no, last.id]) : null,
    total: count?.n ?? null,
    categories: categories ?? null,
    asOf: feed?.last_batch_at ?? null,
  }
}

async function readCategories(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('products as p')
    .select(sql<string>`p.category collate portal.natural_order`.as('category'))
    .where('p.category', 'is not', null)
    .distinct()
    .orderBy('category')
    .limit(1000)
    .execute()
  return rows.map(({ category }) => category)
}

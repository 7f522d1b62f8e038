import { sql } from 'kysely'
import * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { cursorText, openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { ProductClass } from '../../products/contract.ts'
import type { CatalogueItem, CataloguePage } from '../contract.ts'
import { type CatalogueRow, type Choose, catalogueRows, readDocuments, toItem } from './catalogue-rows.ts'

type Ask = {
  tenant?: number | undefined
  search?: string | undefined
  category?: string | undefined
  class?: ProductClass | undefined
  limit: number
  cursor?: string | undefined
}

const Cursor = z.tuple([cursorText, z.int(), z.int()])
const number = sql`p.item_no collate portal.natural_order`

/** A page of the catalogue; on the first also how many products it has and their categories. */
export async function listCatalogue(
  tx: Tx,
  actor: Actor,
  { limit, cursor, ...choose }: Ask,
  today: string,
): Promise<CataloguePage> {
  const after = openCursor(cursor, Cursor)
  const rows = catalogueRows(tx, actor, choose, today)
  let page = rows
    .orderBy(number)
    .orderBy('p.id')
    .orderBy('a.tenant_id')
    .limit(limit + 1)
  if (after)
    page = page.where(
      sql<boolean>`(${number}, p.id, a.tenant_id) > (${after[0]}, ${after[1]}::bigint, ${after[2]}::int)`,
    )
  const [found, count, categories, feeds] = await Promise.all([
    page.execute(),
    after ? undefined : rows.clearSelect().select(sql<number>`count(*)`.as('n')).executeTakeFirst(),
    after ? undefined : readCategories(tx, actor, { tenant: choose.tenant }, today),
    tx.selectFrom('feeds').select('last_batch_at').where('kind', 'in', ['products', 'price-list']).execute(),
  ])
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const documents = await readDocuments(tx, actor, shown)
  return {
    items: shown.map((row: CatalogueRow): CatalogueItem => toItem(row, actor, documents)),
    nextCursor: found.length > limit && last ? sealCursor([last.item_no, last.id, last.tenantId]) : null,
    total: count?.n ?? null,
    categories: categories ?? null,
    pricesShown: may(actor, 'prices.read'),
    asOf: feeds.map((feed) => feed.last_batch_at).toSorted()[0] ?? null,
  }
}

async function readCategories(tx: Tx, actor: Actor, choose: Choose, today: string): Promise<string[]> {
  const rows = await catalogueRows(tx, actor, choose, today)
    .clearSelect()
    .select(sql<string>`p.category collate portal.natural_order`.as('category'))
    .where('p.category', 'is not', null)
    .distinct()
    .orderBy('category')
    .limit(1000)
    .execute()
  return rows.map(({ category }) => category)
}

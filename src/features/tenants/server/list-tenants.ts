import { sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { cursorText, openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'

const Cursor = z.tuple([cursorText, z.int32()])

type Ask = { search?: string | undefined; limit: number; cursor?: string | undefined }

/** Tenants by name that the asker may look into; the policies decide which those are. */
export async function listTenants(tx: Tx, ask: Ask) {
  const after = openCursor(ask.cursor, Cursor)
  const matching = tx
    .selectFrom('tenants')
    .where('suspended_at', 'is', null)
    .where(sql<boolean>`portal.contains_folded(portal.search_fold(name), ${ask.search ?? ''})`)
  let page = matching
    .select(['id', 'name'])
    .orderBy(sql`name collate portal.natural_order`)
    .orderBy('id')
    .limit(ask.limit + 1)
  if (after)
    page = page.where(
      sql<boolean>`(name collate portal.natural_order, id) > (${after[0]}::text collate portal.natural_order, ${after[1]}::int)`,
    )
  const [rows, count] = await Promise.all([
    page.execute(),
    after
      ? undefined
      : matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const items = rows.slice(0, ask.limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > ask.limit && last ? sealCursor([last.name, last.id]) : null,
    total: count?.total ?? null,
  }
}

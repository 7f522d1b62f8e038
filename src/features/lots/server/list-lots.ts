import { sql } from 'kysely'
import * as z from 'zod'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { LotPage, LotState } from '../contract.ts'
import { lotRows, toLot } from './lot-rows.ts'

type ListLots = {
  search?: string | undefined
  state?: LotState | undefined
  limit: number
  cursor?: string | undefined
}

/** A lot without a day of making stands behind all others. */
const Cursor = z.tuple([z.iso.date().nullable(), z.int()])

/** A page of the lots that the asker has access to, the newest first; on the first also how many there are. */
export async function listLots(tx: Handle, ask: ListLots): Promise<LotPage> {
  const after = openCursor(ask.cursor, Cursor)
  const term = ask.search?.trim()
  const chosen = sql<boolean>`${term ? matches(term) : sql`true`}
    and ${ask.state ? sql`portal.lot_state(x.state, x.expires_on, (select portal.today())) = ${ask.state}` : sql`true`}`
  const [rows, count, feed] = await Promise.all([
    lotRows(tx)
      .where(chosen)
      .where(after ? beyond(after) : sql<boolean>`true`)
      .orderBy(sql`x.manufactured_on desc nulls last, x.id desc`)
      .limit(ask.limit + 1)
      .execute(),
    after
      ? undefined
      : tx.selectFrom('lots as x').select(sql<number>`count(*)`.as('n')).where(chosen).executeTakeFirst(),
    tx.selectFrom('feeds').select('last_batch_at').where('kind', '=', 'lots').executeTakeFirst(),
  ])
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(toLot),
    nextCursor: rows.length > ask.limit && last ? sealCursor([last.manufacturedOn, last.id]) : null,
    total: count?.n ?? null,
    asOf: feed?.last_batch_at ?? null,
  }
}

/** By what stands in the lot, or by its product: those are few, and found first. */
const matches = (term: string) => sql`(portal.contains_folded(x.search_text, ${term})
  or (x.source_id, x.item_no) in (select p.source_id, p.item_no from portal.products p
    where portal.contains_folded(p.search_text, ${term})))`

const beyond = ([day, id]: z.infer<typeof Cursor>) =>
  day === null
    ? sql<boolean>`x.manufactured_on is null and x.id < ${id}::bigint`
    : sql<boolean>`(x.manufactured_on < ${day}::date or x.manufactured_on is null
        or x.manufactured_on = ${day}::date and x.id < ${id}::bigint)`

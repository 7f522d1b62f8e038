import { sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { LotPage, LotState } from '../contract.ts'
import { lotRows, toLot } from './lot-rows.ts'

type ListLots = {
  search?: string | undefined
  state?: LotState | undefined
  tenant?: number | undefined
  limit: number
  cursor?: string | undefined
}

/** A lot without a day of making stands behind all others. */
const Cursor = z.tuple([z.iso.date().nullable(), z.int()])

const NEWEST_FIRST = sql`x.manufactured_on desc nulls last, x.id desc`

/** A page of the lots that the asker has access to, the newest first; on the first also how many there are. */
export async function listLots(tx: Tx, ask: ListLots): Promise<LotPage> {
  const after = openCursor(ask.cursor, Cursor)
  const term = ask.search?.trim() || null
  const ofTenant =
    ask.tenant === undefined
      ? sql`true`
      : sql`exists (select from portal.lot_access a where a.tenant_id = ${ask.tenant}::int and a.lot_id = f.id)`
  const found = sql`select f.id from portal.find_lots(${term}, ${ask.state ?? null}) f (id) where ${ofTenant}`
  const filtered = term !== null || ask.state !== undefined || ask.tenant !== undefined
  const chosen = filtered ? sql`x.id in (${found})` : sql`true`
  // Without a filter they are those that one has access to, of which there is an index; administrators see those of nobody, too.
  const total = filtered
    ? sql<{ n: number }>`select count(*) as n from (${found}) c`
    : sql<{ n: number }>`select case when auth.is_admin() then (select count(*) from portal.lots)
          else (select count(distinct a.lot_id) from portal.lot_access a) end as n`
  const [rows, count, feed] = await Promise.all([
    // Which lots first, then what is shown of these alone.
    lotRows(tx)
      .where(
        sql<boolean>`x.id in (select x.id from portal.lots x where ${chosen} and ${after ? beyond(after) : sql`true`}
          order by ${NEWEST_FIRST} limit ${ask.limit + 1}::int)`,
      )
      .orderBy(NEWEST_FIRST)
      .execute(),
    after ? undefined : total.execute(tx),
    tx.selectFrom('feeds').select('last_batch_at').where('kind', '=', 'lots').executeTakeFirst(),
  ])
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(toLot),
    nextCursor: rows.length > ask.limit && last ? sealCursor([last.manufacturedOn, last.id]) : null,
    total: count?.rows[0]?.n ?? null,
    asOf: feed?.last_batch_at ?? null,
  }
}

const beyond = ([day, id]: z.infer<typeof Cursor>) =>
  day === null
    ? sql<boolean>`x.manufactured_on is null and x.id < ${id}::bigint`
    : sql<boolean>`(x.manufactured_on < ${day}::date or x.manufactured_on is null
        or x.manufactured_on = ${day}::date and x.id < ${id}::bigint)`

import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { cursorText, openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { CLIENT_STATES, ClientRow, ClientSort } from '../contract.ts'

type Ask = {
  search?: string | undefined
  state?: (typeof CLIENT_STATES)[number] | undefined
  sort: `${'' | '-'}${ClientSort}`
  limit: number
  cursor?: string | undefined
}

/** Microseconds: exact, and a number; what never was comes before everything that was. */
const moment = (column: string) =>
  sql`coalesce((extract(epoch from ${sql.ref(column)}) * 1000000)::bigint, 0)`
const SORT_KEYS: Record<ClientSort, RawBuilder<unknown>> = {
  name: sql`c.name`,
  orders: sql`c.orders`,
  people: sql`c.people`,
  lastSignIn: moment('c.last_sign_in'),
  lastData: moment('c.last_data'),
  createdAt: moment('c.created_at'),
}
const whole = z.int().min(-8e15).max(8e15)

/** Clients as search, state and sorting want them; the first page counts all of them. */
export async function listClients(tx: Handle, { search, state, sort, limit, cursor }: Ask) {
  const field = sort.replace(/^-/, '') as ClientSort
  const byName = field === 'name'
  const after = openCursor(cursor, z.tuple([byName ? cursorText : whole, z.int32()]))
  const collate = byName ? sql`collate portal.natural_order` : sql``
  const key = sql`(${SORT_KEYS[field]}) ${collate}`
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const beyond = sort.startsWith('-') ? sql`<` : sql`>`
  const pattern = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const matching = (name: RawBuilder<unknown>, suspendedAt: RawBuilder<unknown>) =>
    sql`portal.fold(${name}) like portal.fold(${pattern})
      and (${state ?? null}::text is null or (${suspendedAt} is null) = (${state ?? null}::text = 'active'))`
  const value = after && (byName ? sql`${after[0]}::text` : sql`${after[0]}::bigint`)
  const [page, counted] = await Promise.all([
    sql<ClientRow & { key: string | number }>`
      select c.id, c.name, c.language, c.currency, c.suspended_at as "suspendedAt", c.created_at as "createdAt", c.orders, c.people,
             c.last_sign_in as "lastSignIn", c.last_data as "lastData", ${SORT_KEYS[field]} as key
        from portal.client_overview(null) c
       where ${matching(sql`c.name`, sql`c.suspended_at`)}
         and ${after ? sql`(${key}, c.id) ${beyond} (${value} ${collate}, ${after[1]}::int)` : sql`true`}
       order by ${key} ${direction}, c.id ${direction} limit ${limit + 1}`.execute(tx),
    after
      ? undefined
      : sql<{ total: number }>`select count(*) as total from portal.tenants t
          where ${matching(sql`t.name`, sql`t.suspended_at`)}`.execute(tx),
  ])
  const shown = page.rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ key: _, ...row }) => row),
    nextCursor: page.rows.length > limit && last ? sealCursor([last.key, last.id]) : null,
    total: counted?.rows[0]?.total ?? null,
  }
}

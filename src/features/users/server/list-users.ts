import { sql } from 'kysely'
import * as z from 'zod'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { cursorText, openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { USER_SORTS, USER_STATES, UserRow } from '../contract.ts'

type Field = (typeof USER_SORTS)[number]
type ListUsers = {
  search?: string | undefined
  state?: (typeof USER_STATES)[number] | undefined
  role?: string | undefined
  tenantId?: number | undefined
  sort: Field | `-${Field}`
  limit: number
  cursor?: string | undefined
}
type Row = {
  user_id: string
  name: string
  email: string
  administrator: boolean
  staff_role: string | null
  tenants: UserRow['tenants']
  deactivated_at: string | null
  last_sign_in: string | null
  since: string
  second_factor: boolean
}

/** what is sorted by; who never signed in comes first. */
const KEYS = {
  name: sql`p.name collate portal.natural_order`,
  email: sql`p.email collate portal.natural_order`,
  lastSignIn: sql`coalesce(extract(epoch from p.last_sign_in)::numeric(20,6), 0)`,
  since: sql`extract(epoch from p.since)::numeric(20,6)`,
}
const Cursor = z.tuple([cursorText, cursorText])
const isNumber = (text: string) => /^\d{1,13}(\.\d{1,6})?$/.test(text)

/** Everybody who fits, page by page; the first page counts them. */
export async function listUsers(tx: Handle, ask: ListUsers) {
  const field = ask.sort.replace('-', '') as Field
  const down = ask.sort.startsWith('-')
  const key = KEYS[field]
  const isText = field === 'name' || field === 'email'
  const after = openCursor(ask.cursor, isText ? Cursor : Cursor.refine(([value]) => isNumber(value)))
  const direction = down ? sql`desc` : sql`asc`
  const beyond = down ? sql`<` : sql`>`
  const value = isText
    ? sql`${after?.[0] ?? ''}::text collate portal.natural_order`
    : sql`${after?.[0] ?? '0'}::numeric`
  const { rows } = await sql<Row & { place: string; total: number }>`
    select p.*, (${key})::text as place, p.total from (
      select x.*, count(*) over ()::int as total
        from portal.people(${pattern(ask.search)}, ${ask.state ?? null}, ${ask.role ?? null}, ${ask.tenantId ?? null}::int, null) x) p
     where ${after ? sql`(${key}, p.user_id) ${beyond} (${value}, ${after[1]})` : sql`true`}
     order by ${key} ${direction}, p.user_id ${direction} limit ${ask.limit + 1}::int`.execute(tx)
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(toUser),
    nextCursor: rows.length > ask.limit && last ? sealCursor([last.place, last.user_id]) : null,
    total: after ? null : (rows[0]?.total ?? 0),
  }
}

/** One person as the list has them; undefined: nobody of that id. */
export async function findUser(tx: Handle, userId: string): Promise<UserRow | undefined> {
  const { rows } = await sql<Row>`select * from portal.people(null, null, null, null, ${userId})`.execute(tx)
  return rows[0] && toUser(rows[0])
}

const pattern = (search: string | undefined) =>
  search === undefined ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`

const toUser = (row: Row): UserRow => ({
  userId: row.user_id,
  name: row.name,
  email: row.email,
  administrator: row.administrator,
  staffRole: row.staff_role,
  tenants: row.tenants,
  deactivatedAt: row.deactivated_at,
  lastSignIn: row.last_sign_in,
  since: row.since,
  secondFactor: row.second_factor,
})

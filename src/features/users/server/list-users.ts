import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { type SortedAsk, type SortedList, sortedPage } from '../../../platform/server/endpoint/sorted-page.ts'
import type { USER_SORTS, USER_STATES, UserRow } from '../contract.ts'

type Sort = (typeof USER_SORTS)[number]
export type UsersFilter = {
  search?: string | undefined
  state?: (typeof USER_STATES)[number] | undefined
  role?: string | undefined
  tenantId?: number | undefined
}
export type UserRecord = {
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
  staff_tenants: string[] | null
}

const KEYS = {
  name: { text: sql`r.name` },
  email: { text: sql`r.email` },
  lastSignIn: { moment: sql`r.last_sign_in` },
  since: { moment: sql`r.since` },
}

/** Everybody who fits. */
export const usersOf = (ask: UsersFilter): SortedList<Sort> => ({
  rows: sql`
    select * from portal.people(${ask.search ?? null}, ${ask.state ?? null}, ${ask.role ?? null}, ${ask.tenantId ?? null}::int, null)`,
  keys: KEYS,
  id: { column: 'user_id', type: 'text' },
})

/** The same page by page; the first page counts them. */
export async function listUsers(tx: Tx, ask: UsersFilter & SortedAsk<Sort>) {
  const page = await sortedPage<UserRecord, Sort>(tx, usersOf(ask), ask)
  return { items: page.rows.map(toUser), nextCursor: page.nextCursor, total: page.total }
}

/** One person as the list has them; undefined: nobody of that id. */
export async function findUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  const { rows } =
    await sql<UserRecord>`select * from portal.people(null, null, null, null, ${userId})`.execute(tx)
  return rows[0] && toUser(rows[0])
}

const toUser = (row: UserRecord): UserRow => ({
  userId: row.user_id,
  name: row.name,
  email: row.email,
  administrator: row.administrator,
  staffRole: row.staff_role,
  staffTenants: row.staff_tenants,
  tenants: row.tenants,
  deactivatedAt: row.deactivated_at,
  lastSignIn: row.last_sign_in,
  since: row.since,
  secondFactor: row.second_factor,
})

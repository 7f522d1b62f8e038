import { createHash } from 'node:crypto'
import type pg from 'pg'
import { normaliseEmail } from './attempts.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { newToken } from './sessions.ts'

/** A link to a new password is good for half an hour (A6). */
const GOOD_FOR = '30 minutes'
const hashOf = (token: string) => createHash('sha256').update(token).digest()

export type ResetLink = { userId: string; email: string; name: string; endsAt: string; tenants: string[] }

/** Forgotten passwords, as role portal_auth: links by mail, each good once. */
export function createPasswordResets(pool: pg.Pool, hashing: PasswordHashing) {
  return {
    /** Whose account it is, if it is anybody's: for the audit alone. */
    async ask(email: string): Promise<string | undefined> {
      const { rows } = await pool.query('select auth.ask_reset($1, $2, $3::interval) as who', [
        normaliseEmail(email),
        newToken(),
        GOOD_FOR,
      ])
      return rows[0].who ?? undefined
    },
    /** Undefined: the link is void. */
    async find(token: string): Promise<ResetLink | undefined> {
      const { rows } = await pool.query('select * from auth.find_reset($1)', [hashOf(token)])
      const [row] = rows
      return row && { ...row, userId: row.user_id, endsAt: row.ends_at }
    },
    /** False: the link is void, perhaps since a moment ago. */
    async use(token: string, password: string, traceId: string): Promise<boolean> {
      const { rows } = await pool.query('select auth.use_reset($1, $2, $3) as who', [
        hashOf(token),
        await hashing.hash(password),
        traceId,
      ])
      return rows[0].who !== null
    },
  }
}

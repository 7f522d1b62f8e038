import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Origin } from './guard.ts'
import { normaliseEmail } from './normalise-email.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { newToken } from './sessions.ts'

/** A link to a new password is good for half an hour (A6). */
const GOOD_FOR = '30 minutes'
const hashOf = (token: string) => createHash('sha256').update(token).digest()

export type ResetLink = { userId: string; email: string; name: string; endsAt: string; tenants: string[] }

/** Forgotten passwords, and what a change of one's own asks, as role portal_auth: links by mail, each good once. */
export function createPasswordResets(pool: pg.Pool, hashing: PasswordHashing) {
  return {
    /** Whether this is the password of an account. */
    async isRight(userId: string, password: string): Promise<boolean> {
      const { rows } = await pool.query(
        `select password from auth.accounts where user_id = $1 and provider_id = 'credential'
            and auth.may_enter($1)`,
        [userId],
      )
      return rows[0] !== undefined && (await hashing.verify(rows[0].password, password))
    },
    /** Every other session of the person ends. */
    async change(
      who: { userId: string; sessionId: string },
      password: string,
      { traceId, address }: Origin,
    ): Promise<void> {
      await pool.query('select auth.change_password($1, $2, $3, $4, $5)', [
        who.userId,
        who.sessionId,
        await hashing.hash(password),
        traceId,
        address,
      ])
    },
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
    async use(token: string, password: string, { traceId, address }: Origin): Promise<boolean> {
      const { rows } = await pool.query('select auth.use_reset($1, $2, $3, $4) as who', [
        hashOf(token),
        await hashing.hash(password),
        traceId,
        address,
      ])
      return rows[0].who !== null
    },
  }
}

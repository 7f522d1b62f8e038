import { createHash } from 'node:crypto'
import type pg from 'pg'
import { normaliseEmail } from './normalise-email.ts'
import type { PasswordHashing } from './password-hashing.ts'

export type NewInstallation = {
  name: string
  email: string
  password: string
  company: string
  /** ISO 4217. */
  currency: string
  language: string
  /** Whose day reports and money go by. */
  timezone: string
  /** SHA-256 of the first key of upstream. */
  keyHash: Buffer
}

/** Only this is kept of the token of a set-up link. */
export const hashSetUpToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The first set-up (H2), as role portal_auth: whether a link is good, and what it makes, once. */
export function createSetUp(pool: pg.Pool, hashing: PasswordHashing) {
  return {
    /** When the link ends, ISO 8601; undefined when it is void. */
    async find(token: string): Promise<string | undefined> {
      const { rows } = await pool.query('select auth.find_set_up($1) as ends', [hashSetUpToken(token)])
      return rows[0].ends ?? undefined
    },
    /** False: the link is void, perhaps since a moment ago. Rejects with 23505 when the e-mail is somebody's. */
    async complete(token: string, wish: NewInstallation, traceId: string): Promise<boolean> {
      const { name, email, password, company, currency, language, timezone, keyHash } = wish
      const { rows } = await pool.query(
        'select auth.set_up($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as who',
        [
          hashSetUpToken(token),
          name,
          normaliseEmail(email),
          await hashing.hash(password),
          company,
          currency,
          language,
          timezone,
          keyHash,
          traceId,
        ],
      )
      return rows[0].who !== null
    },
  }
}

import { createHash, createHmac } from 'node:crypto'
import type pg from 'pg'
import { normaliseEmail } from './normalise-email.ts'

export type Attempt = { email: string; address: string; device: string | undefined }

export const deviceHash = (device: string) => createHash('sha256').update(device).digest()

/** Counters of A5. A device that signed in before has its own, so that a stranger cannot keep its owner out. */
export function createAttempts(pool: pg.Pool, hashingSecret: string) {
  const keyed = (text: string) => createHmac('sha256', hashingSecret).update(text).digest('base64url')

  const accountOf = (email: string) => keyed(`account ${normaliseEmail(email)}`)

  async function subjectsOf({ email, address, device }: Attempt) {
    const one = (subject: string, doubling: boolean) => ({ subject: keyed(subject), doubling })
    const account = normaliseEmail(email)
    if (device) {
      const known = await pool.query(
        'select from auth.devices d join auth.users u on u.id = d.user_id where u.email = $1 and d.device_hash = $2',
        [account, deviceHash(device)],
      )
      if (known.rowCount) return { knownDevice: true, subjects: [one(`device ${account} ${device}`, false)] }
    }
    const subjects = [one(`account ${account}`, false), one(`pair ${account} ${address}`, true)]
    // one order for all: no dead-lock
    return { knownDevice: false, subjects: subjects.sort((a, b) => (a.subject < b.subject ? -1 : 1)) }
  }

  return {
    /** A name that is nobody's stays out of the audit: its keyed hash stands there. */
    keyed,
    /** Under which all counters of an account are found again. */
    accountOf,
    /** Counts this attempt; not `allowed`: locked, whatever the password. `locks`: this one locks, if it is wrong. */
    async begin(attempt: Attempt): Promise<{ allowed: boolean; locks: boolean; knownDevice: boolean }> {
      const { subjects, knownDevice } = await subjectsOf(attempt)
      const { rows } = await pool.query('select allowed, locks from auth.count_attempt($1, $2, $3)', [
        subjects.map((s) => s.subject),
        subjects.map((s) => s.doubling),
        accountOf(attempt.email),
      ])
      return { allowed: rows[0].allowed, locks: rows[0].locks, knownDevice }
    },
    /** It was no failure, but no success yet either: a second factor is still to come. */
    async giveBack(attempt: Attempt): Promise<void> {
      const { subjects } = await subjectsOf(attempt)
      await pool.query('select auth.uncount_attempt($1)', [subjects.map((s) => s.subject)])
    },
    /** The right password, and second factor where there is one: the counters of this attempt begin anew. */
    async succeed(attempt: Attempt): Promise<void> {
      const { subjects } = await subjectsOf(attempt)
      await pool.query('delete from auth.attempts where subject = any ($1)', [subjects.map((s) => s.subject)])
    },
    /** A new password unlocks (A5): every counter of the account begins anew, from wherever it was tried. */
    async unlock(email: string): Promise<void> {
      await pool.query('delete from auth.attempts where account = $1', [accountOf(email)])
    },
  }
}

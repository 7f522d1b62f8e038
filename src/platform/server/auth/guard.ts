import type pg from 'pg'
import { createSemaphore } from '../semaphore.ts'
import type { Attempt, createAttempts } from './attempts.ts'
import { normaliseEmail } from './normalise-email.ts'
import { HashingBusy } from './password-hashing.ts'

export type NotProven = { outcome: 'wrong' } | { outcome: 'busy'; retryAfter: number }

/** What a look at a password or a code found: undefined, it is wrong; `whole`: nothing more is to come, the counters begin anew. */
type Found<T> = { whole: boolean; value: T } | undefined

/** A request, and the network address that it came from. */
export type Origin = { traceId: string; address: string }

/** Writes what a visitor did or tried into the audit trail, with its request and where it came from. */
export type RecordVisit = (
  tenantId: number | null,
  act: string,
  who: string,
  details: object,
  origin: Origin,
) => Promise<unknown>
type Parts = {
  pool: pg.Pool
  attempts: ReturnType<typeof createAttempts>
  audit: RecordVisit
  findUser: (email: string) => Promise<string | undefined>
  countSliding: (bucket: string, allowed: number, seconds: number) => Promise<number | null>
}

// Wrong attempts from one address, over all accounts: a spray meets this before any account's own lock. Each is counted
// before anything is looked at, and given back when it was right; the quarter of an hour slides, so that nobody waits for its
// end and no spray begins anew there. A device that signed in before is not kept waiting: an office is not locked out.
const FAILURES_PER_ADDRESS = 100
const ADDRESS_WINDOW_SECONDS = 15 * 60

// Each look asks the database several times, and who is signed in is asked there too: a flood of them must not keep its
// connections from everybody else. Whoever comes behind so many is turned away before anything is counted.
const LOOKS = { limit: 8, maxWaiting: 20, onRejected: () => new HashingBusy() }

/** The counters of A5 around every look at a password or a second factor. */
export function createGuard({ pool, attempts, audit, findUser, countSliding }: Parts) {
  async function fail(attempt: Attempt, reason: string, traceId: string): Promise<{ outcome: 'wrong' }> {
    const who = (await findUser(attempt.email)) ?? `unknown:${attempts.keyed(normaliseEmail(attempt.email))}`
    await audit(null, 'session.sign_in_failed', who, { reason }, { traceId, address: attempt.address })
    return { outcome: 'wrong' }
  }

  /** Nobody is kept out without knowing of it (A5). For an address that is nobody's it costs the same. */
  const tellOfLock = (email: string) =>
    pool.query(`select auth.write_to_address($1, 'locked', '{}', null, interval '1 day')`, [
      normaliseEmail(email),
    ])

  const looks = createSemaphore(LOOKS)
  const windowOf = ({ address }: Attempt) => `sign-in ${attempts.keyed(address)}`
  const giveBackToAddress = (attempt: Attempt) =>
    pool.query(
      `update auth.rate_windows set used = greatest(used - 1, 0)
        where bucket = $1 and starts_at = (select max(starts_at) from auth.rate_windows where bucket = $1)`,
      [windowOf(attempt)],
    )

  /**
   * Counts the attempt, then looks, unless it is locked: the answer to a locked one is that to a wrong one, and `pretend`
   * takes as long as a look. `reason`: what was wrong, for the audit alone.
   */
  return async function prove<T>(
    attempt: Attempt,
    {
      reason,
      look,
      pretend,
    }: { reason: string; look: () => Promise<Found<T>>; pretend?: () => Promise<void> },
    traceId: string,
  ): Promise<{ outcome: 'right'; value: T } | NotProven> {
    const lookOnce = async (): Promise<{ outcome: 'right'; value: T } | NotProven> => {
      const { allowed, locks, knownDevice } = await attempts.begin(attempt)
      if (!knownDevice) {
        const wait = await countSliding(windowOf(attempt), FAILURES_PER_ADDRESS, ADDRESS_WINDOW_SECONDS)
        if (wait !== null) {
          await fail(attempt, 'address', traceId)
          return { outcome: 'busy', retryAfter: wait }
        }
      }
      if (!allowed) {
        await pretend?.()
        return await fail(attempt, 'locked', traceId)
      }
      const found = await look()
      if (!found) {
        if (locks) await tellOfLock(attempt.email)
        return await fail(attempt, reason, traceId)
      }
      await (found.whole ? attempts.succeed : attempts.giveBack)(attempt)
      if (!knownDevice) await giveBackToAddress(attempt)
      return { outcome: 'right', value: found.value }
    }
    try {
      return await looks.run(lookOnce)
    } catch (fault) {
      if (fault instanceof HashingBusy) return { outcome: 'busy', retryAfter: 2 }
      throw fault
    }
  }
}
export type Prove = ReturnType<typeof createGuard>

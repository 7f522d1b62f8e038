import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Attempt } from './attempts.ts'
import type { createCookies } from './cookies.ts'
import { SESSION_SECONDS } from './create-auth.ts'
import type { NotProven, Prove } from './guard.ts'
import { normaliseEmail } from './normalise-email.ts'
import { newToken } from './sessions.ts'

/** Of a code as people type it: any case, with or without its dashes. */
export const hashTemporaryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .digest()

type Parts = { pool: pg.Pool; prove: Prove; cookies: ReturnType<typeof createCookies> }

/** E-mail and code of a temporary access → its session (A2). What is wrong with one of them stays unsaid. */
export const createTemporarySignIn =
  ({ pool, prove, cookies }: Parts) =>
  async (
    attempt: Attempt & { code: string; userAgent: string },
    traceId: string,
  ): Promise<{ outcome: 'ok'; cookies: string[] } | NotProven> => {
    const token = newToken()
    const look = async () => {
      const { rows } = await pool.query('select auth.enter_temporary($1, $2, $3, $4, $5, $6) as entered', [
        normaliseEmail(attempt.email),
        hashTemporaryCode(attempt.code),
        token,
        attempt.address,
        attempt.userAgent.slice(0, 400),
        traceId,
      ])
      return rows[0].entered ? { whole: true, value: token } : undefined
    }
    // Counted apart: a code that is right must not begin anew what was counted of somebody's password, nor a wrong one lock it.
    const counted = { ...attempt, email: `temporary ${normaliseEmail(attempt.email)}` }
    const proven = await prove(counted, { reason: 'temporary', look }, traceId)
    if (proven.outcome !== 'right') return proven
    return { outcome: 'ok', cookies: [cookies.session(token, SESSION_SECONDS)] }
  }

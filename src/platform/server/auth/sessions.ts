import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { SESSION_SECONDS } from './create-auth.ts'

export const newToken = () => randomBytes(32).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest()

export type Rotated = { token: string; seconds: number }

/** Rotation, activity and end of sessions (A3): 15 minutes from the last refresh, 30 idle, 12 hours at most. */
export function createSessions(pool: pg.Pool) {
  async function newerOf(token: string): Promise<{ token: string; expires_at: string } | undefined> {
    const { rows } = await pool.query(
      `select s.token, s.expires_at from auth.retired_tokens r join auth.sessions s on s.id = r.session_id
        where r.token_hash = $1 and r.retired_at > now() - interval '30 seconds' and s.expires_at > now()`,
      [hashOf(token)],
    )
    return rows[0]
  }

  return {
    /**
     * A new token for the session behind `token`; the old one keeps a grace of 30 s, in which a second asker (another tab,
     * or one whose answer was lost) gets the same new token. Undefined: the session is over.
     */
    async rotate(token: string): Promise<Rotated | undefined> {
      const { rows } = await pool.query(
        `with renewed as (
           update auth.sessions s set token = $2, updated_at = now(),
             expires_at = least(now() + make_interval(secs => $3), s.created_at + interval '12 hours', s.ends_at)
           where s.token = $1 and s.expires_at > now() and s.last_active_at > now() - interval '30 minutes'
           returning s.id, s.token, s.expires_at
         ), retired as (
           insert into auth.retired_tokens (token_hash, session_id) select $4, id from renewed
         )
         select token, expires_at from renewed`,
        [token, newToken(), SESSION_SECONDS, hashOf(token)],
      )
      // A statement of its own: one that waited for another asker does not see what that one wrote.
      const renewed = rows[0] ?? (await newerOf(token))
      if (!renewed) return undefined
      const seconds = Math.floor((Date.parse(renewed.expires_at) - Date.now()) / 1000)
      return { token: renewed.token, seconds: Math.max(1, Math.min(SESSION_SECONDS, seconds)) }
    },
    /** The session's family of tokens, when a retired one came back after its grace; its session id. */
    async reused(token: string): Promise<string | undefined> {
      const { rows } = await pool.query(
        `select session_id from auth.retired_tokens where token_hash = $1 and retired_at <= now() - interval '30 seconds'`,
        [hashOf(token)],
      )
      return rows[0]?.session_id
    },
    /** The person is at work: at most one write a minute and session. */
    async touch(sessionId: string): Promise<void> {
      await pool.query(
        `update auth.sessions set last_active_at = now() where id = $1 and last_active_at < now() - interval '1 minute'`,
        [sessionId],
      )
    },
    async end(sessionId: string): Promise<void> {
      await pool.query('delete from auth.sessions where id = $1', [sessionId])
    },
    async endByToken(token: string): Promise<{ userId: string; tenantId: number | null } | undefined> {
      const { rows } = await pool.query(
        `delete from auth.sessions where token = $1
            or id = (select session_id from auth.retired_tokens where token_hash = $2) returning user_id, tenant_id`,
        [token, hashOf(token)],
      )
      return rows[0] && { userId: rows[0].user_id, tenantId: rows[0].tenant_id }
    },
    /** Expired sessions and old counters, swept now and then. */
    async sweep(): Promise<void> {
      await pool.query('select auth.close_viewings()')
      await pool.query('select auth.prune_demo_requests()')
      await pool.query('delete from auth.sessions where expires_at < now()')
      await pool.query(`delete from auth.retired_tokens where retired_at < now() - interval '13 hours'`)
      await pool.query(`delete from auth.attempts where updated_at < now() - interval '2 days'`)
      await pool.query(`delete from auth.sms_codes where ends_at < now() - interval '10 minutes'`)
      await pool.query(`delete from auth.sms_sendings where sent_at < now() - interval '1 day'`)
      await pool.query(`delete from auth.rate_windows where starts_at < now() - interval '1 day'`)
    },
  }
}

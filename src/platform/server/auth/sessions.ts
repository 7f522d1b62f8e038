import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { SESSION_SECONDS } from './create-auth.ts'

export const newToken = () => randomBytes(32).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** `seconds`: how long it is good, by the database’s clock. */
export type Rotated = { token: string; seconds: number }
type Newer = { token: string; left: string }

/** Rotation and end of sessions (A3, J6): 15 minutes from the last refresh, 30 without anybody at it, 12 hours at most. */
export function createSessions(pool: pg.Pool) {
  async function newerOf(token: string): Promise<Newer | undefined> {
    const { rows } = await pool.query(
      `select s.token, extract(epoch from s.expires_at - now()) as left from auth.retired_tokens r join auth.sessions s on s.id = r.session_id
        where r.token_hash = $1 and r.retired_at > now() - interval '30 seconds' and s.expires_at > now()`,
      [hashOf(token)],
    )
    return rows[0]
  }

  return {
    /**
     * A new token for the session behind `token`; the old one keeps a grace of 30 s, in which a second asker (another tab,
     * or one whose answer was lost) gets the same new token. `idleSeconds`: how long ago somebody was at it; what is kept of that
     * is never later than now, and moved by nothing else. Undefined: the session is over.
     */
    async rotate(token: string, idleSeconds?: number): Promise<Rotated | undefined> {
      const { rows } = await pool.query(
        `with asked as (
           select s.id, greatest(s.last_active_at, now() - make_interval(secs => least($5::float8, 86400))) as active_at
             from auth.sessions s where s.token = $1 and s.expires_at > now() for update
         ), renewed as (
           update auth.sessions s set token = $2, updated_at = now(), last_active_at = a.active_at,
             expires_at = least(now() + make_interval(secs => $3), s.created_at + interval '12 hours', s.ends_at,
               a.active_at + interval '30 minutes')
           from asked a where s.id = a.id and s.token = $1 and a.active_at > now() - interval '30 minutes'
           returning s.id, s.token, s.expires_at
         ), retired as (
           insert into auth.retired_tokens (token_hash, session_id) select $4, id from renewed
         )
         select token, extract(epoch from expires_at - now()) as left from renewed`,
        [token, newToken(), SESSION_SECONDS, hashOf(token), idleSeconds ?? null],
      )
      // A statement of its own: one that waited for another asker does not see what that one wrote.
      const renewed: Newer | undefined = rows[0] ?? (await newerOf(token))
      if (!renewed) return undefined
      const seconds = Math.floor(Number(renewed.left))
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

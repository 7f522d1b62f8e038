import type pg from 'pg'
import type { MailDetails } from '../mail/render-mail.ts'
import type { Origin } from './guard.ts'

export type WaitingMail = {
  id: number
  to: string
  kind: string
  language: string
  details: MailDetails
  secret: string | null
  at: string
  /** The reader's. */
  timezone: string | null
  /** Null: nobody's any more, or never was. */
  userId: string | null
  /** What it belongs to, and under which ids the mails before it were sent. */
  thread: string | null
  earlier: string[]
}

export type MailStore = ReturnType<typeof createMails>

const MOST_ATTEMPTS = 8
/** A server that took a mail and was not heard of since may have sent it: nobody sends it again. */
const SENT_WITHIN = '10 minutes'

/** The mails in line, as role portal_auth: each is taken by one server, and is sent once at most, unless an administrator says more. */
export function createMails(pool: pg.Pool) {
  const end = (id: number, state: string, problem: string | null, messageId: string | null = null) =>
    pool.query(
      `update auth.mails set state = $2, problem = $3, secret = case when $2 <> 'sent' then secret end,
              sent_at = case when $2 = 'sent' then now() end, message_id = coalesce($4, message_id) where id = $1`,
      [id, state, problem, messageId],
    )
  return {
    /** The next one that is due and that its person is still to have, taken. */
    async take(): Promise<WaitingMail | undefined> {
      const { rows } = await pool.query('select * from auth.take_mail($1::interval)', [SENT_WITHIN])
      const [row] = rows
      return row && { ...row, to: row.to_email, userId: row.user_id }
    },
    sent: (id: number, messageId: string) => end(id, 'sent', null, messageId),
    /** The other server did not take it for good. */
    failed: (id: number, problem: string) => end(id, 'failed', problem),
    /** Nobody knows whether the other server has it. */
    unsure: (id: number, problem: string, messageId: string) => end(id, 'unsure', problem, messageId),
    /** It certainly did not leave: again after half a minute, doubling; after eight times it has failed. */
    async later(id: number, problem: string): Promise<void> {
      await pool.query(
        `update auth.mails set problem = $2, state = case when attempts >= $3 then 'failed' else 'waiting' end,
                due_at = now() + make_interval(secs => 15 * power(2, attempts)) where id = $1`,
        [id, problem, MOST_ATTEMPTS],
      )
    },
    /** Whether somebody is still written to about any of these; null: there is nobody any more. */
    async goTo(userId: string, subjects: readonly string[]): Promise<boolean | null> {
      const { rows } = await pool.query('select auth.gets_mails_of($1, $2) as gets', [userId, subjects])
      return rows[0].gets
    },
    /** No more mails about these to this person; false: there is nobody any more. */
    async turnOff(
      userId: string,
      subjects: readonly string[],
      { traceId, address }: Origin,
    ): Promise<boolean> {
      const { rows } = await pool.query('select auth.turn_off_mails($1, $2, $3, $4) as done', [
        userId,
        subjects,
        traceId,
        address,
      ])
      return rows[0].done
    },
    /** Mails of the last 90 days are kept; those to nobody go at once, and what opens nothing any more. */
    async sweep(): Promise<void> {
      await pool.query('update auth.mails set secret = null where secret is not null and ends_at < now()')
      await pool.query(
        `delete from auth.mails where created_at < now() - interval '90 days' or state = 'void' and created_at < now() - interval '1 hour'`,
      )
      await pool.query('delete from auth.password_resets where ends_at < now()')
      await pool.query('delete from auth.email_changes where ends_at < now()')
      await pool.query('select auth.prune_invitations()')
    },
  }
}

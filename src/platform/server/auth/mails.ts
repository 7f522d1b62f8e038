import type pg from 'pg'
import type { MailDetails } from '../mail/render-mail.ts'

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
}

export type MailStore = ReturnType<typeof createMails>

const MOST_ATTEMPTS = 8
/** A server that took a mail and was not heard of since may have sent it: nobody sends it again. */
const SENT_WITHIN = '10 minutes'

/** The mails in line, as role portal_auth: each is taken by one server, and is sent once at most, unless an administrator says more. */
export function createMails(pool: pg.Pool) {
  const end = (id: number, state: string, problem: string | null) =>
    pool.query(
      `update auth.mails set state = $2, problem = $3, secret = case when $2 <> 'sent' then secret end, sent_at = case when $2 = 'sent' then now() end where id = $1`,
      [id, state, problem],
    )
  return {
    /** The next one that is due and that its person is still to have, taken. */
    async take(): Promise<WaitingMail | undefined> {
      const { rows } = await pool.query('select * from auth.take_mail($1::interval)', [SENT_WITHIN])
      const [row] = rows
      return row && { ...row, to: row.to_email }
    },
    sent: (id: number) => end(id, 'sent', null),
    /** The other server did not take it for good. */
    failed: (id: number, problem: string) => end(id, 'failed', problem),
    /** Nobody knows whether the other server has it. */
    unsure: (id: number, problem: string) => end(id, 'unsure', problem),
    /** It certainly did not leave: again after half a minute, doubling; after eight times it has failed. */
    async later(id: number, problem: string): Promise<void> {
      await pool.query(
        `update auth.mails set problem = $2, state = case when attempts >= $3 then 'failed' else 'waiting' end,
                due_at = now() + make_interval(secs => 15 * power(2, attempts)) where id = $1`,
        [id, problem, MOST_ATTEMPTS],
      )
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

import { createHash } from 'node:crypto'
import type pg from 'pg'

const hashOf = (token: string) => createHash('sha256').update(token).digest()

export type EmailChangeLink = { email: string; isNew: boolean; endsAt: string }

/** Changes of an e-mail by the links in both mails, as role portal_auth. */
export function createEmailChanges(pool: pg.Pool) {
  return {
    /** Undefined: the link is void. */
    async find(token: string): Promise<EmailChangeLink | undefined> {
      const { rows } = await pool.query('select * from auth.find_email_change($1)', [hashOf(token)])
      const [row] = rows
      return row && { email: row.email, isNew: row.is_new, endsAt: row.ends_at }
    },
    /** True: both have agreed, and the address is changed; false: the other one is still to come; undefined: the link is void. */
    async confirm(token: string, traceId: string): Promise<boolean | undefined> {
      const { rows } = await pool.query('select auth.confirm_email_change($1, $2) as done', [
        hashOf(token),
        traceId,
      ])
      return rows[0].done ?? undefined
    },
  }
}

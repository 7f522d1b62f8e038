import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { type SortedAsk, type SortedList, sortedPage } from '../../../platform/server/endpoint/sorted-page.ts'
import { type MailDetails, renderMail } from '../../../platform/server/mail/render-mail.ts'
import { zoneOfAsker } from '../../../platform/server/zone-of-asker.ts'
import type { MAIL_SORTS, Mail } from '../contract.ts'
import type { MailPost } from './mail-post.ts'

type Sort = (typeof MAIL_SORTS)[number]
export type MailRecord = {
  id: number
  to_email: string
  kind: string
  details: MailDetails
  state: Mail['state']
  attempts: number
  problem: string | null
  created_at: string
  sent_at: string | null
  has_secret: boolean
  sendable: boolean
}
export type MailFilter = { search?: string | undefined; state?: Mail['state'] | undefined }
/** Who reads it: in which language, and by which clock. */
type Reader = { language: string; timezone: string | null }

/** Mails that fit. */
export const mailsOf = ({ search, state }: MailFilter): SortedList<Sort> => ({
  rows: sql`select * from portal.list_mails(${search ?? null}, ${state ?? null})`,
  keys: { at: { moment: sql`r.created_at` }, to: { text: sql`r.to_email` } },
  id: { column: 'id', type: 'int' },
})

/** What a mail says; what it opens never leaves the database here. */
export const readMail = (row: MailRecord, post: MailPost, reader: Reader) =>
  renderMail(
    {
      kind: row.kind,
      details: row.details,
      language: reader.language,
      at: row.created_at,
      timezone: reader.timezone,
      secret: row.has_secret ? '••••••' : null,
    },
    { origin: '', sender: post.sender },
  )

/** What was written to whom, in the language and time zone of who looks, page by page. */
export async function listMails(
  tx: Tx,
  ask: MailFilter & SortedAsk<Sort>,
  post: MailPost,
  { actor, language }: { actor: Actor; language: string },
) {
  const { rows, ...page } = await sortedPage<MailRecord, Sort>(tx, mailsOf(ask), ask)
  const reader = { language, timezone: await zoneOfAsker(tx, actor) }
  return {
    items: rows.map((row): Mail => {
      const { subject, text } = readMail(row, post, reader)
      return {
        ...{ id: row.id, to: row.to_email, kind: row.kind, subject, text },
        ...{ state: row.state, attempts: row.attempts, problem: row.problem },
        createdAt: row.created_at,
        sentAt: row.sent_at,
        revealable: row.has_secret && !post.sends,
        sendable: row.sendable && post.sends,
      }
    }),
    ...page,
    sends: post.sends,
  }
}

import { sql } from 'kysely'
import * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { type MailDetails, renderMail } from '../../../platform/server/mail/render-mail.ts'
import { zoneOfAsker } from '../../../platform/server/zone-of-asker.ts'
import type { Mail } from '../contract.ts'
import type { MailPost } from './mail-post.ts'

type Row = {
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
  total: number
}

type Ask = {
  limit: number
  cursor?: string | undefined
  search?: string | undefined
  state?: Mail['state'] | undefined
}

/** What was written to whom, in the language and time zone of who looks; what a link opens never leaves the database here. */
export async function listMails(
  tx: Handle,
  ask: Ask,
  post: MailPost,
  { actor, language }: { actor: Actor; language: string },
) {
  const before = openCursor(ask.cursor, z.tuple([z.int32()]))
  const { rows } = await sql<Row>`
    select * from portal.list_mails(${before?.[0] ?? null}::int, ${ask.limit + 1}::int, ${ask.search ?? null}, ${ask.state ?? null})`.execute(
    tx,
  )
  const timezone = await zoneOfAsker(tx, actor)
  const items = rows.slice(0, ask.limit).map((row): Mail => {
    const { kind, details } = row
    const mail = {
      kind,
      details,
      language,
      at: row.created_at,
      timezone,
      secret: row.has_secret ? '••••••' : null,
    }
    const { subject, text } = renderMail(mail, { origin: '', sender: post.sender })
    return {
      ...{ id: row.id, to: row.to_email, kind, subject, text, state: row.state, attempts: row.attempts },
      problem: row.problem,
      createdAt: row.created_at,
      sentAt: row.sent_at,
      revealable: row.has_secret && !post.sends,
    }
  })
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > ask.limit && last ? sealCursor([last.id]) : null,
    total: before ? null : (rows[0]?.total ?? 0),
    sends: post.sends,
  }
}

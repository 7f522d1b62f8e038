import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { linkOf } from '../../../platform/server/mail/render-mail.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { MailPost } from './mail-post.ts'

/** For an installation without SMTP: the administrator hands the link over by other means (A6). */
export async function revealMail(
  tx: Tx,
  { id }: { id: number },
  post: MailPost,
  record: (act: Act) => void,
): Promise<{ link: string }> {
  if (post.sends) throw refuse(409, 'mail_is_sent')
  const { rows } = await sql<{ kind: string; secret: string; to_email: string }>`
    select * from portal.reveal_mail(${id}::int)`.execute(tx)
  const [mail] = rows
  if (!mail) throw refuse(404, 'not_found')
  record({
    chain: 0,
    objectType: 'mail',
    objectId: String(id),
    after: { kind: mail.kind, email: mail.to_email },
  })
  return { link: linkOf(mail.kind, mail.secret) }
}

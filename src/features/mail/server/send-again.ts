import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'

/** Under the id that it had: should it arrive twice, mailboxes know it for the same. */
export async function sendAgain(
  tx: Tx,
  { id }: { id: number },
  record: (act: Act) => void,
): Promise<{ state: 'waiting' }> {
  const { rows } = await sql<{ kind: string; to_email: string; was: string }>`
    select * from portal.send_mail_again(${id}::int)`.execute(tx)
  const [mail] = rows
  if (!mail) throw refuse(409, 'mail_not_again')
  record({
    ...{ chain: 0, objectType: 'mail', objectId: String(id) },
    before: { state: mail.was },
    after: { state: 'waiting', kind: mail.kind, email: mail.to_email },
  })
  return { state: 'waiting' }
}

import { sql } from 'kysely'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { arrayLiteral } from '../body/array-literal.ts'
import type { Chunk } from '../body/body.ts'

export type Unread = Pick<Chunk, 'unread' | 'unreadLines'>

export const countUnread = ({ unread, unreadLines }: Unread) => unread.length + unreadLines.length

/** Rows that came but could not be read: replacing must not take the stored ones for gone, and lines keep their numbers. */
export async function stageUnread(tx: Tx, batch: number, { unread, unreadLines }: Unread): Promise<void> {
  if (unread.length > 0)
    await sql`insert into portal.ingest_plan (batch, key, act)
      select ${batch}::bigint, k, 'unread' from unnest(${arrayLiteral(unread, (key) => key)}::text[]) k`.execute(
      tx,
    )
  if (unreadLines.length > 0)
    await sql`insert into portal.ingest_plan (batch, row_no, line, parent, key, act)
      select ${batch}::bigint, u.row, u.line, u.parent, u.parent, 'unread'
        from unnest(${arrayLiteral(unreadLines, ({ row }) => row)}::int[], ${arrayLiteral(unreadLines, ({ line }) => line)}::int[],
          ${arrayLiteral(unreadLines, ({ parent }) => parent)}::text[]) u (row, line, parent)`.execute(tx)
}

import { sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { DemoRequest } from '../contract.ts'

type Ask = {
  search?: string | undefined
  state?: 'open' | 'answered' | undefined
  limit: number
  cursor?: string | undefined
}

const Cursor = z.tuple([z.int().min(1)])

/** The newest first, which is by number; the first page counts all that fits. */
export async function listDemoRequests(tx: Tx, { search, state, limit, cursor }: Ask) {
  const before = openCursor(cursor, Cursor)?.[0]
  const term = search?.trim()
  const matching = tx
    .selectFrom('demo_requests as d')
    .$if(Boolean(term), (some) =>
      some.where(sql<boolean>`portal.contains_folded(d.search_text, ${term ?? ''})`),
    )
    .$if(state !== undefined, (some) => some.where('d.answered_at', state === 'open' ? 'is' : 'is not', null))
  const count = sql<number>`count(*)`
  const [rows, counted, waiting] = await Promise.all([
    matching
      .leftJoin('profiles as p', 'p.user_id', 'd.answered_by')
      .select(['d.id', 'd.person_name as name', 'd.person_email as email', 'd.company', 'd.about'])
      .select(['d.sent_at as sentAt', 'd.answered_at as answeredAt', 'p.name as answeredBy'])
      .select(sql<DemoRequest['language']>`d.language`.as('language'))
      .select(['d.note', 'd.version', sql<boolean>`d.user_id is not null`.as('hasAccount')])
      .$if(before !== undefined, (page) => page.where('d.id', '<', before as number))
      .orderBy('d.id', 'desc')
      .limit(limit + 1)
      .execute(),
    before === undefined ? matching.select(count.as('n')).executeTakeFirst() : undefined,
    before === undefined
      ? tx
          .selectFrom('demo_requests')
          .select(count.as('n'))
          .where('answered_at', 'is', null)
          .executeTakeFirst()
      : undefined,
  ])
  const items: DemoRequest[] = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > limit && last ? sealCursor([last.id]) : null,
    total: counted?.n ?? null,
    open: waiting?.n ?? null,
  }
}

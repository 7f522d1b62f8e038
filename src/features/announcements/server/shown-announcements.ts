import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { AnnouncementText } from '../contract.ts'
import { textFor } from '../domain/text-for.ts'

/** More at once would be read by nobody. */
const MOST = 10

/** What the asker is told now, in their language; row-level security says which are for them. */
export async function shownAnnouncements(tx: Tx, actor: Actor, language: string) {
  const [shown, next] = await Promise.all([
    tx
      .selectFrom('announcements as a')
      .select(['id', 'kind', 'texts', 'starts_at', 'ends_at'])
      .where('withdrawn_at', 'is', null)
      .where('starts_at', '<=', sql<string>`now()`)
      .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', sql<string>`now()`)]))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('announcement_dismissals as d')
              .select('d.user_id')
              .whereRef('d.announcement_id', '=', 'a.id')
              .where('d.user_id', '=', actor.userId),
          ),
        ),
      )
      .orderBy(sql`array_position(array['warning', 'maintenance', 'information'], a.kind)`)
      .orderBy('starts_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST)
      .execute(),
    sql<{ at: string | null }>`
      select min(t.at) as at from portal.announcements a, unnest(array[a.starts_at, a.ends_at]) t (at)
       where a.withdrawn_at is null and t.at > now()`.execute(tx),
  ])
  return {
    items: shown.map(({ id, kind, texts, starts_at: startsAt, ends_at: endsAt }) => {
      const { language: said, title, text } = textFor(texts as unknown as AnnouncementText[], language)
      return { id, kind: kind as 'information', language: said, title, text, startsAt, endsAt }
    }),
    changesAt: next.rows[0]?.at ?? null,
  }
}

/** For the asker, on all their devices. One that is not for them does not exist (A9). */
export async function dismissAnnouncement(
  tx: Tx,
  actor: Actor,
  { id }: { id: number },
  record: (act: Act) => void,
) {
  const known = await tx.selectFrom('announcements').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) throw refuse(404, 'not_found')
  await tx
    .insertInto('announcement_dismissals')
    .values({ user_id: actor.userId, announcement_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  record({
    objectType: 'announcement',
    objectId: String(id),
    after: { dismissed: true },
    // The person's other devices put it away too, wherever they are.
    event: { topic: 'announcements', audience: actor.userId, tenantId: 0 },
  })
  return { dismissed: true as const }
}

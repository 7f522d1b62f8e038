import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { DecidedStatus, DecideStatus } from '../contract.ts'
import { knownStatus } from '../domain/status-words.ts'

/** The most used; a source that writes other texts into the column has more of them than anybody reads. */
const MOST = 500

/** The statuses of all orders that the program does not know, and those of which somebody said what they mean. */
export async function listStatuses(tx: Tx, only?: string): Promise<DecidedStatus[]> {
  const { rows } = await sql<DecidedStatus>`
    select coalesce(s.word, w.word) as status, s.text, coalesce(s.count, 0) as count,
           case when w.decided_by is not null then coalesce(w.meaning, 'none') end as meaning,
           coalesce(p.name, w.decided_by) as "decidedBy", w.decided_at as "decidedAt", coalesce(w.version, 0) as version
      from (select o.status as word, min(o.ord_stat) as text, count(*) as count from all_orders o group by o.status) s
      full join status_words w on w.word = s.word
      left join profiles p on p.user_id = w.decided_by
     where (w.word is null or w.decided_by is not null)
       and (${only ?? null}::text is null or coalesce(s.word, w.word) = portal.status_word(${only ?? null}))
     order by 3 desc, 1 limit ${MOST}`.execute(tx)
  return rows
}

/**
 * Says what a status means, or with null that nothing is said any more; orders, groups and counts follow at once. 422: the
 * program knows the word; 412: somebody said something else first.
 */
export async function decideStatus(
  tx: Tx,
  actor: Actor,
  { status, meaning, version }: DecideStatus,
  record: (act: Act) => void,
): Promise<DecidedStatus> {
  if (knownStatus(status) !== undefined)
    throw refuse(422, 'validation', { errors: [{ path: 'status', messageKey: 'knownStatus' }] })
  const [before] = await listStatuses(tx, status)
  const said = meaning === 'none' ? null : meaning
  const done =
    meaning === null
      ? await sql`delete from portal.status_words w
          where w.word = portal.status_word(${status}) and w.version = ${version} and w.decided_by is not null`.execute(
          tx,
        )
      : await sql`insert into portal.status_words as w (word, meaning, decided_by, decided_at)
          select portal.status_word(${status}), ${said}, ${actor.userId}, now()
           where ${version} = 0 or exists (select from portal.status_words k where k.word = portal.status_word(${status}))
          on conflict (word) do update set meaning = excluded.meaning, decided_by = excluded.decided_by,
            decided_at = excluded.decided_at, version = w.version + 1 where w.version = ${version}`.execute(
          tx,
        )
  if (Number(done.numAffectedRows ?? 0) === 0) throw refuse(412, 'stale_version')
  await sql`select portal.announce_status(portal.status_word(${status}))`.execute(tx)
  record({
    chain: 0,
    objectType: 'order_status',
    objectId: before?.text?.trim() || status,
    before: { meaning: before?.meaning ?? null },
    after: { meaning },
  })
  const [after] = await listStatuses(tx, status)
  return (
    after ?? { status, text: null, count: 0, meaning: null, decidedBy: null, decidedAt: null, version: 0 }
  )
}

import { sql } from 'kysely'
import {
  NOTICE_CHANNELS,
  NOTICE_SUBJECTS,
  type NoticeChannel,
  type NoticeSubject,
} from '../../../platform/contract/notices.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuseOtherVersion } from '../../../platform/server/endpoint/known-version.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { NoticeChoices, NoticeWish, Rhythm } from '../contract.ts'

type Kept = Partial<Record<NoticeSubject, Partial<Record<NoticeChannel, boolean>>>>

/** What the asker wants to be told of; what they never chose is wanted. */
export async function getChoices(tx: Tx, actor: Actor): Promise<NoticeChoices> {
  const [row, profile] = await Promise.all([
    tx.selectFrom('notice_choices').selectAll().where('user_id', '=', actor.userId).executeTakeFirst(),
    tx
      .selectFrom('profiles')
      .select(['notify_email', 'notify_browser', 'notify_order_updates', 'notify_product_updates'])
      .where('user_id', '=', actor.userId)
      .executeTakeFirstOrThrow(),
  ])
  const kept = (row?.choices ?? {}) as Kept
  const each = <Key extends string, Value>(keys: readonly Key[], value: (key: Key) => Value) =>
    Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, Value>
  return {
    version: row?.version ?? 0,
    subjects: each(NOTICE_SUBJECTS, (subject) =>
      each(NOTICE_CHANNELS, (way) => kept[subject]?.[way] ?? true),
    ),
    rhythm: (row?.rhythm ?? 'at_once') as Rhythm,
    quiet:
      row?.quiet_from && row.quiet_until
        ? { from: row.quiet_from.slice(0, 5), until: row.quiet_until.slice(0, 5) }
        : null,
    off: {
      ways: [
        ...(profile.notify_email ? [] : ['mail' as const]),
        ...(profile.notify_browser ? [] : ['browser' as const]),
      ],
      subjects: [
        ...(profile.notify_order_updates ? [] : ['orders' as const]),
        ...(profile.notify_product_updates ? [] : ['products' as const]),
      ],
    },
  }
}

/** Version 0: nothing was chosen yet; of two first choices at once the second is refused. */
export async function choose(
  tx: Tx,
  actor: Actor,
  { version, ...wish }: NoticeWish & { version?: number | undefined },
  record: (act: Act) => void,
): Promise<NoticeChoices> {
  // Two devices of one person come one after the other.
  await tx.selectFrom('profiles').select('user_id').where('user_id', '=', actor.userId).forUpdate().execute()
  const { version: stored, off: _, ...before } = await getChoices(tx, actor)
  refuseOtherVersion(version, stored)
  const row = {
    choices: sql<never>`${JSON.stringify(refusedOf(wish))}::jsonb`,
    ...{ rhythm: wish.rhythm, quiet_from: wish.quiet?.from ?? null, quiet_until: wish.quiet?.until ?? null },
    version: stored + 1,
  }
  await tx
    .insertInto('notice_choices')
    .values({ user_id: actor.userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  record({
    objectType: 'profile',
    objectId: actor.userId,
    before: { ...before, subjects: refusedOf(before) },
    after: { ...wish, subjects: refusedOf(wish) },
    event: { topic: 'preferences.changed', audience: actor.userId, tenantId: 0 },
  })
  return getChoices(tx, actor)
}

/** What is not wanted: what will be new one day is wanted until somebody says otherwise. */
const refusedOf = ({ subjects }: Pick<NoticeWish, 'subjects'>): Kept =>
  Object.fromEntries(
    NOTICE_SUBJECTS.map((subject): [NoticeSubject, Partial<Record<NoticeChannel, boolean>>] => [
      subject,
      Object.fromEntries(NOTICE_CHANNELS.filter((way) => !subjects[subject][way]).map((way) => [way, false])),
    ]).filter(([, ways]) => Object.keys(ways).length > 0),
  )

import { type ExpressionBuilder, sql } from 'kysely'
import * as z from 'zod'
import { type NoticeFacts, type NoticeKind, noticeLink } from '../../../platform/contract/notices.ts'
import { PERMISSIONS } from '../../../platform/contract/permissions.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { DB } from '../../../platform/server/database/database.types.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { ServerLanguage } from '../../../platform/server/http/server-messages.ts'
import { noticeText } from '../../../platform/server/notices/notice-text.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { MOST_COUNTED, type Notice } from '../contract.ts'

type Ask = { limit: number; cursor?: string | undefined; unread?: 'true' | undefined }
type Of = { actor: Actor; language: ServerLanguage }

/** A fact is withheld from whoever may not know it any more (A8): each notice has the module and permission of its own. */
const known = (actor: Actor) => (eb: ExpressionBuilder<DB, 'notices'>) =>
  eb.and([
    eb.or([eb('module', 'is', null), sql<boolean>`module <> all (${actor.hiddenModules}::text[])`]),
    eb.or([
      eb('permission', 'is', null),
      sql<boolean>`permission = any (${PERMISSIONS.filter((one) => may(actor, one))}::text[])`,
    ]),
  ])

/** What the bell lists and counts. */
const inBell = (actor: Actor) => (eb: ExpressionBuilder<DB, 'notices'>) =>
  eb.and([eb('in_portal', '=', true), known(actor)(eb)])

/** What a stored notice says, and where it leads. */
function said(row: { id: number; kind: string; facts: unknown }, language: ServerLanguage) {
  const kind = row.kind as NoticeKind
  const facts = row.facts as NoticeFacts
  return { id: row.id, text: noticeText(kind, facts, language), link: noticeLink(kind, facts) }
}

/** The asker's notices in the tenants that they look at, the newest first; row-level security leaves no other. */
export async function listNotices(tx: Tx, { limit, cursor, unread }: Ask, { actor, language }: Of) {
  const before = openCursor(cursor, z.tuple([z.int()]))
  const matching = tx
    .selectFrom('notices')
    .where('user_id', '=', actor.userId)
    .where(inBell(actor))
    .$if(unread !== undefined, (rows) => rows.where('read_at', 'is', null))
  const [rows, counted] = await Promise.all([
    matching
      .select(['id', 'tenant_id', 'kind', 'subject', 'facts', 'created_at', 'read_at'])
      .select(({ selectFrom }) =>
        selectFrom('tenants as t').select('t.name').whereRef('t.id', '=', 'notices.tenant_id').as('tenant'),
      )
      .$if(before !== undefined, (page) => page.where('id', '<', before?.[0] ?? 0))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
    before ? undefined : matching.select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(
      (row): Notice => ({
        ...said(row, language),
        subject: row.subject as Notice['subject'],
        tenant: row.tenant === null ? null : { id: row.tenant_id, name: row.tenant },
        at: row.created_at,
        read: row.read_at !== null,
      }),
    ),
    nextCursor: rows.length > limit && last ? sealCursor([last.id]) : null,
    total: counted?.total ?? null,
  }
}

/** What the bell says, and what the browser may show while nobody looks. */
export async function summariseNotices(tx: Tx, { actor, language }: Of) {
  const unread = tx
    .selectFrom('notices')
    .where('user_id', '=', actor.userId)
    .where('read_at', 'is', null)
    .where(known(actor))
  const [counted, newest] = await Promise.all([
    tx
      .selectFrom(unread.select('id').where('in_portal', '=', true).limit(MOST_COUNTED).as('some'))
      .select(sql<number>`count(*)`.as('unread'))
      .executeTakeFirstOrThrow(),
    unread
      .select(['id', 'kind', 'facts'])
      .where('in_browser', '=', true)
      // In quiet hours the moment to speak is a later one.
      .where(
        sql<boolean>`not exists (select from portal.notice_choices c where c.user_id = notices.user_id
          and auth.after_quiet(now(), coalesce(portal.timezone_of(c.user_id, notices.tenant_id), 'UTC'), c.quiet_from, c.quiet_until) > now())`,
      )
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { unread: counted.unread, newest: newest ? said(newest, language) : null }
}

/** Marks one as read, or all that are there up to one. One that is not the asker's does not exist (A9). */
export async function markRead(
  tx: Tx,
  actor: Actor,
  ask: { id: number } | { upTo: number },
  record: (act: Act) => void,
) {
  const mine = tx.selectFrom('notices').where('user_id', '=', actor.userId).where(inBell(actor))
  if ('id' in ask && !(await mine.select('id').where('id', '=', ask.id).executeTakeFirst()))
    throw refuse(404, 'not_found')
  const marked = await tx
    .updateTable('notices')
    .set({ read_at: sql`now()` })
    .where('read_at', 'is', null)
    .where('id', 'in', 'id' in ask ? [ask.id] : mine.select('id').where('id', '<=', ask.upTo))
    .returning('id')
    .execute()
  record({
    objectType: 'notice',
    objectId: String('id' in ask ? ask.id : ask.upTo),
    after: { read: marked.length },
    // The person's other devices show it too, wherever they are.
    event: { topic: 'notices', audience: actor.userId, tenantId: 0 },
  })
  return { marked: marked.length }
}

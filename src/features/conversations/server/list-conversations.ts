import { sql } from 'kysely'
import type * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { beyondCursor, cursorKey, orderBy, type Sort } from '../../../platform/server/endpoint/keyset.ts'
import type { Conversation, ConversationSummary, conversationsContract } from '../contract.ts'
import { conversationRows, seesOrders, selectConversations, sideOf, unreadOf } from './conversation-rows.ts'

type Ask = z.output<NonNullable<(typeof conversationsContract.list)['~orpc']['inputSchema']>>

/** In the order of an index. */
const NEWEST: Sort = {
  key: sql.ref('c.last_at'),
  kind: 'timestamptz',
  always: true,
  id: sql.ref('c.id'),
  descending: true,
}

export async function listConversations(tx: Tx, actor: Actor, { limit, cursor, ...ask }: Ask) {
  const beyond = beyondCursor(cursor, NEWEST)
  const term = ask.search?.trim().replace(/^#/, '')
  const other = sideOf(actor) === 'staff' ? 'client' : 'staff'
  const rows = conversationRows(tx, actor)
    .$if(Boolean(term), (some) =>
      some.where(sql<boolean>`c.id in (select portal.find_conversations(${term ?? ''}))`),
    )
    .$if(ask.waiting === 'me', (some) => some.where('c.waiting_for', '=', sideOf(actor)))
    .$if(ask.waiting === 'other', (some) => some.where('c.waiting_for', '=', other))
    .$if(ask.assigned === 'me', (some) => some.where('c.assigned_to', '=', actor.userId))
    .$if(ask.assigned === 'nobody', (some) => some.where('c.assigned_to', 'is', null))
    .$if(ask.tenant !== undefined, (some) => some.where('c.tenant_id', '=', ask.tenant as number))
    .$if(ask.order !== undefined, (some) =>
      some.where(sql<boolean>`${seesOrders(actor)}::boolean and exists (select from portal.orders o
        where o.tenant_id = c.tenant_id and o.id = ${ask.order}::bigint and o.source_id = c.order_source and o.source_key = c.order_key)`),
    )
  const page = rows
    .select(cursorKey(NEWEST).as('sortKey'))
    .orderBy(orderBy(NEWEST))
    .limit(limit + 1)
  const [found, count] = await Promise.all([
    (beyond ? page.where(beyond) : page).execute(),
    cursor ? undefined : rows.clearSelect().select(sql<number>`count(*)`.as('n')).executeTakeFirst(),
  ])
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ sortKey: _, ...row }): Conversation => row),
    nextCursor: found.length > limit && last ? sealCursor([last.sortKey, last.id]) : null,
    total: count?.n ?? null,
  }
}

/** What the menu and the head of the screen say. */
export async function summariseConversations(tx: Tx, actor: Actor): Promise<ConversationSummary> {
  const staff = sideOf(actor) === 'staff'
  const [counts, hours] = await Promise.all([
    selectConversations(tx, actor)
      .select([
        // What a colleague of the staff looks after is that colleague's to read.
        sql<number>`coalesce(sum(case when not ${staff}::boolean or (c.waiting_for = 'staff' and coalesce(c.assigned_to, ${actor.userId}) = ${actor.userId})
          then ${unreadOf(actor)} end), 0)::int`.as('unread'),
        sql<number>`count(*) filter (where c.waiting_for = ${sideOf(actor)})`.as('waiting'),
        sql<number>`count(*) filter (where c.assigned_to = ${actor.userId})`.as('mine'),
        sql<number>`count(*) filter (where c.assigned_to is null and c.waiting_for = 'staff')`.as(
          'unassigned',
        ),
      ])
      .executeTakeFirstOrThrow(),
    sql<ConversationSummary['hours']>`
      select h.zone, h.closes_at as "closesAt", h.opens_at as "opensAt", h.usual_minutes as "usualMinutes", h.reply_by as "replyBy",
             (select c.names from portal.closed_days c where c.day = (now() at time zone h.zone)::date) as "closedDay"
        from portal.support_hours(${actor.tenantId}::int) h`.execute(tx),
  ])
  return {
    ...counts,
    mine: staff ? counts.mine : null,
    unassigned: staff ? counts.unassigned : null,
    hours: hours.rows[0] as ConversationSummary['hours'],
  }
}

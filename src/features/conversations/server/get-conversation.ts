import { sql } from 'kysely'
import * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { ConversationDetail, ConversationNote, Message } from '../contract.ts'
import { conversationRows, seesIssues, seesOrders, selectConversations, sideOf } from './conversation-rows.ts'

const MOST_NOTES = 500

/** @throws 404 for another tenant's as for none */
export async function getConversation(
  tx: Tx,
  actor: Actor,
  { id }: { id: number },
): Promise<ConversationDetail> {
  const staff = sideOf(actor) === 'staff'
  const row = await conversationRows(tx, actor)
    .select(['c.tenant_id', 'c.assigned_to as assignedId', 'c.version'])
    .select([
      sql<number>`${sql.ref(staff ? 'c.client_read' : 'c.staff_read')}`.as('readByOthers'),
      sql<number>`coalesce((select r.up_to from portal.conversation_reads r
        where r.tenant_id = c.tenant_id and r.conversation_id = c.id and r.user_id = ${actor.userId}), 0)`.as(
        'readTo',
      ),
      sql<number | null>`case when ${seesOrders(actor)}::boolean then (select o.id from portal.orders o
        where o.tenant_id = c.tenant_id and o.source_id = c.order_source and o.source_key = c.order_key) end`.as(
        'orderId',
      ),
      sql<number | null>`case when ${seesIssues(actor)}::boolean then c.issue_id end`.as('issueId'),
    ])
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!row) throw refuse(404, 'not_found')
  const { tenant_id, assignedId, ...conversation } = row
  const desk = staff && may(actor, 'conversations.manage')
  const [notes, handlers] = await Promise.all([
    desk ? readNotes(tx, tenant_id, id) : [],
    desk
      ? sql<{ id: string; name: string }>`
          select h.user_id as id, h.name from portal.conversation_handlers(${tenant_id}::int) h`.execute(tx)
      : undefined,
  ])
  return {
    ...conversation,
    mayWrite: may(actor, 'conversations.write') && actor.mode === null,
    marks: actor.mode === null,
    desk: handlers ? { assignedId, notes, handlers: handlers.rows } : null,
  }
}

async function readNotes(tx: Tx, tenantId: number, id: number): Promise<ConversationNote[]> {
  const rows = await tx
    .selectFrom('conversation_notes as n')
    .select(['n.id', 'n.text', 'n.author_name as author', 'n.at'])
    .select(sql<ConversationNote['kind']>`n.kind`.as('kind'))
    .where('n.tenant_id', '=', tenantId)
    .where('n.conversation_id', '=', id)
    .orderBy('n.id', 'desc')
    .limit(MOST_NOTES)
    .execute()
  return rows.reverse()
}

const Cursor = z.tuple([z.int().min(1).max(2_147_483_647)])

/** The newest first; `total` on the first page. */
export async function listMessages(
  tx: Tx,
  actor: Actor,
  { id, limit, cursor }: { id: number; limit: number; cursor?: string | undefined },
) {
  const before = openCursor(cursor, Cursor)?.[0]
  const conversation = await selectConversations(tx, actor)
    .select(['c.tenant_id', 'c.last_no'])
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!conversation) throw refuse(404, 'not_found')
  const rows = await tx
    .selectFrom('conversation_messages as m')
    .leftJoin('conversation_files as f', (join) =>
      join
        .onRef('f.tenant_id', '=', 'm.tenant_id')
        .onRef('f.conversation_id', '=', 'm.conversation_id')
        .onRef('f.no', '=', 'm.no'),
    )
    .select(['m.no', 'm.text', 'm.author_name as author', 'm.by_staff as byStaff', 'm.at'])
    .select(['f.id as fileId', 'f.file_name as name', 'f.size', 'f.format'])
    .select([
      sql<Message['kind']>`m.kind`.as('kind'),
      sql<Message['links']>`m.links`.as('links'),
      sql<boolean>`m.author = ${actor.userId}`.as('own'),
      sql<string | null>`case when m.author = ${actor.userId} then m.key::text end`.as('key'),
      sql<
        NonNullable<Message['file']>['scan']
      >`case when f.id is not null then portal.conversation_file_scan(f.tenant_id, f.id) end`.as('scan'),
    ])
    .where('m.tenant_id', '=', conversation.tenant_id)
    .where('m.conversation_id', '=', id)
    .$if(before !== undefined, (some) => some.where('m.no', '<', before as number))
    .orderBy('m.no', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(
      ({ fileId, name, size, format, scan, ...message }): Message => ({
        ...message,
        file:
          fileId === null || name === null || size === null || format === null
            ? null
            : { id: fileId, name, size, format, scan },
      }),
    ),
    nextCursor: rows.length > limit && last ? sealCursor([last.no]) : null,
    total: cursor ? null : conversation.last_no,
  }
}

import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { Side } from '../contract.ts'

/** How much of the newest message a list shows. */
const BEGINNING = 160

/** Whose turn it is when it is the asker's. */
export const sideOf = ({ kind }: Actor): Side => (kind === 'member' ? 'client' : 'staff')

/** What is of the Orders module is named only to who may see it there (A8). */
export const seesOrders = (actor: Actor) =>
  may(actor, 'orders.read') && !actor.hiddenModules.includes('orders')
export const seesIssues = (actor: Actor) =>
  may(actor, 'issues.read') && !actor.hiddenModules.includes('orders')

/** Conversations that the asker sees; row-level security says whose. Whoever came by a code reads no other people's (A2). */
export const selectConversations = (tx: Tx, actor: Actor) =>
  tx
    .selectFrom('conversations as c')
    // For the planner; the policy is the guard.
    .$if(actor.tenantId !== null, (rows) => rows.where('c.tenant_id', '=', actor.tenantId as number))
    .$if(actor.mode === 'temporary', (rows) => rows.where('c.opened_by', '=', actor.userId))

/** Messages of the other side beyond what the asker has read. */
export const unreadOf = (actor: Actor) =>
  sql<number>`(select count(*) from portal.conversation_messages u
    where u.tenant_id = c.tenant_id and u.conversation_id = c.id and u.by_staff = ${sideOf(actor) === 'client'}::boolean
      and u.no > coalesce((select r.up_to from portal.conversation_reads r
        where r.tenant_id = c.tenant_id and r.conversation_id = c.id and r.user_id = ${actor.userId}), 0))`

/** As they leave; with their tenant for those who look at several. */
export const conversationRows = (tx: Tx, actor: Actor) =>
  selectConversations(tx, actor)
    .innerJoin('tenants as t', 't.id', 'c.tenant_id')
    .innerJoin('conversation_messages as m', (join) =>
      join
        .onRef('m.tenant_id', '=', 'c.tenant_id')
        .onRef('m.conversation_id', '=', 'c.id')
        .onRef('m.no', '=', 'c.last_no'),
    )
    .select(['c.id', 'c.subject', 'c.opened_name as openedBy', 'c.opened_at as openedAt'])
    .select(['c.last_at as lastAt', 'c.last_no as lastNo', 'c.assigned_name as assignedTo'])
    .select(['m.author_name as lastAuthor', 'm.by_staff as lastByStaff'])
    .select([
      sql<string | null>`left(m.text, ${BEGINNING}::int)`.as('lastText'),
      sql<boolean>`m.author = ${actor.userId}`.as('lastOwn'),
      sql<Side | null>`c.waiting_for`.as('waitingFor'),
      unreadOf(actor).as('unread'),
      sql<string | null>`case when ${seesOrders(actor)}::boolean then c.order_no end`.as('orderNo'),
      sql<number | null>`case when ${seesIssues(actor)}::boolean then c.issue_no end`.as('issueNo'),
    ])
    .$if(actor.tenantId === null, (rows) => rows.select('t.name as tenantName'))

import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { CLOCKS } from '../contract.ts'

/** Past three quarters of what was promised it is about to be missed. */
const CLOCK = sql<
  (typeof CLOCKS)[number] | null
>`case when i.due_at is null then null when i.due_at < now() then 'missed'
  when i.warn_at <= now() then 'soon' else 'on_time' end`

export const isClock = (clock: 'soon' | 'missed') => sql<boolean>`${CLOCK} is not distinct from ${clock}`

/** Issues that the asker sees; row-level security says whose. Whoever came by a code reads no other people's conversations (A2). */
export const selectIssues = (tx: Tx, actor: Actor) =>
  tx
    .selectFrom('issues as i')
    // For the planner; the policy is the guard.
    .$if(actor.tenantId !== null, (rows) => rows.where('i.tenant_id', '=', actor.tenantId as number))
    .$if(actor.mode === 'temporary', (rows) => rows.where('i.reporter', '=', actor.userId))

/** As they leave; with their tenant for those who look at several. */
export const issueRows = (tx: Tx, actor: Actor) =>
  selectIssues(tx, actor)
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .select(['i.id', 'i.no as number', 'i.title', 'i.order_no as orderNo', 'i.item_no as itemNo'])
    .select(['i.item_name as itemName', 'i.lot_no as lotNo', 'i.reporter_name as reporter'])
    .select(['i.by_staff as byStaff', 'i.assigned_name as assignedTo', 'i.reported_at as reportedAt'])
    .select([
      'i.last_at as lastAt',
      'i.due_at as dueAt',
      'i.response_minutes as responseMinutes',
      'i.version',
    ])
    .select([
      sql<never>`i.type`.as('type'),
      sql<never>`i.priority`.as('priority'),
      sql<never>`i.status`.as('status'),
      sql<never>`i.replacement`.as('replacement'),
      sql<never>`i.waiting_for`.as('waitingFor'),
      sql<boolean>`i.escalated_at is not null`.as('escalated'),
      sql<
        'response' | 'solution' | null
      >`case when i.due_at is null then null when i.first_response_at is null then 'response' else 'solution' end`.as(
        'duePart',
      ),
      CLOCK.as('clock'),
    ])
    .$if(actor.tenantId === null, (rows) => rows.select('t.name as tenantName'))

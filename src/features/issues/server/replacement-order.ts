import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { selectIssues } from './issue-rows.ts'
import { recordOf } from './write-issues.ts'

/** @throws 422 where there is no such issue for the asker, or no replacement of it was accepted; 409 where it is ordered already */
export async function refuseUnlessReplaced(
  tx: Tx,
  actor: Actor,
  { tenantId, issueId }: { tenantId: number; issueId: number },
): Promise<void> {
  const issue = may(actor, 'issues.read')
    ? await selectIssues(tx, actor)
        .select('i.replacement')
        .select(hasReplacementOrder.as('ordered'))
        .where('i.tenant_id', '=', tenantId)
        .where('i.id', '=', issueId)
        .executeTakeFirst()
    : undefined
  if (issue?.replacement !== 'accepted')
    throw refuse(422, 'no_replacement', {
      errors: [{ path: 'issueId', message: 'issueId', code: 'unknown' }],
    })
  if (issue.ordered) throw refuse(409, 'replacement_ordered')
}

/** A draft that the asker does not see counts, too. */
export const hasReplacementOrder = sql<boolean>`exists (select from portal.purchase_orders p
  where p.tenant_id = i.tenant_id and p.issue_id = i.id and p.state not in ('rejected', 'cancelled'))`

/** Into the thread, once the order is with the manufacturer; told like every step. */
export async function noteReplacementOrder(
  tx: Tx,
  actor: Actor,
  { issueId, name }: { issueId: number; name: string },
): Promise<Act> {
  const call = sql<{ done: null }>`select portal.note_replacement_order(${issueId}::bigint, ${name}) as done`
  return recordOf(tx, actor, call, {
    id: issueId,
    act: 'order_replacement',
    after: { replacementOrder: name },
  })
}

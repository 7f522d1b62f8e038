import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { OperatorError } from '../../../platform/server/operator-error.ts'
import { auditByOperator } from './audit-by-operator.ts'
import { refuseUnknownRoles } from './refuse-unknown-roles.ts'

/** As the owner: lets somebody who has an account enter one more client. */
export async function addMembership(
  tx: Tx,
  userId: string,
  { tenantId, role }: { tenantId: number; role: string },
): Promise<void> {
  await refuseUnknownRoles(tx, [role])
  const added =
    await sql`insert into portal.members (tenant_id, user_id, role) values (${tenantId}::int, ${userId}, ${role})
    on conflict do nothing`.execute(tx)
  if (!added.numAffectedRows) throw new OperatorError('This person belongs to that client already.')
  await auditByOperator(tx, tenantId, 'member.added', 'user', userId, { tenantId, role })
}

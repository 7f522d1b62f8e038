import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'

/** What the operator does at the command line is on record like everything else. */
export async function auditByOperator(
  tx: Tx,
  tenantId: number,
  act: string,
  objectType: string,
  objectId: string,
  after: Record<string, unknown>,
): Promise<void> {
  await sql`select portal.append_audit(${tenantId}::int, ${act}, ${objectType}, ${objectId}, null, ${JSON.stringify(after)}::jsonb, null,
    'command line')`.execute(tx)
}

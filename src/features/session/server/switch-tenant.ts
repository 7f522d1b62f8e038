import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'

/** Moves the session under `newToken`; a tenant that the asker has no access to does not exist for them (A9: 404). */
export async function switchTenant(
  tx: Tx,
  actor: Actor,
  input: { tenantId: number | null },
  newToken: string,
  record: (act: Act) => void,
): Promise<void> {
  const { rows } = await sql<{
    done: boolean
  }>`select auth.switch_session(${input.tenantId}::int, ${newToken}) as done`.execute(tx)
  if (!rows[0]?.done) throw refuse(404, 'not_found')
  // On record where one left and where one entered; both keepers of a chain must see it.
  for (const chain of new Set([actor.tenantId ?? 0, input.tenantId ?? 0]))
    record({
      chain,
      objectType: 'session',
      objectId: actor.sessionId,
      before: { tenantId: actor.tenantId },
      after: { tenantId: input.tenantId },
    })
}

import { sql } from 'kysely'
import type { MfaPolicy } from '../../../platform/server/config.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { needsFactor } from '../../../platform/server/endpoint/proof.ts'
import type { OwnSecondFactor } from '../contract.ts'

type Row = { enrolled_at: string | null; codes_left: number; tenant_requires: boolean }

/** What the asker has to sign in with beside the password, over all their companies. */
export async function ownSecondFactor(
  tx: Handle,
  { isAdmin }: Actor,
  policy: MfaPolicy,
): Promise<OwnSecondFactor> {
  const { rows } = await sql<Row>`select * from portal.own_second_factor()`.execute(tx)
  const { enrolled_at, codes_left, tenant_requires } = rows[0] as Row
  return {
    enrolledAt: enrolled_at,
    codesLeft: codes_left,
    needed: needsFactor(policy, { isAdmin, tenantRequires: tenant_requires }),
  }
}

import { sql } from 'kysely'
import type { MfaPolicy } from '../../../platform/server/config.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { needsFactor } from '../../../platform/server/endpoint/proof.ts'
import type { OwnSecondFactor } from '../contract.ts'

type Row = {
  enrolled_at: string | null
  app_at: string | null
  passkeys: OwnSecondFactor['passkeys']
  codes_left: number
  tenant_requires: boolean
}

/** An instant within JSON comes as PostgreSQL writes it. */
const instant = (at: string) => new Date(at).toISOString()

/** What the asker has to sign in with beside the password, over all their companies. */
export async function ownSecondFactor(
  tx: Handle,
  { isAdmin }: Actor,
  policy: MfaPolicy,
): Promise<OwnSecondFactor> {
  const { rows } = await sql<Row>`select * from portal.own_second_factor()`.execute(tx)
  const { enrolled_at, app_at, passkeys, codes_left, tenant_requires } = rows[0] as Row
  return {
    enrolledAt: enrolled_at,
    app: app_at,
    passkeys: passkeys.map(({ since, lastUsed, ...passkey }) => ({
      ...passkey,
      since: instant(since),
      lastUsed: lastUsed && instant(lastUsed),
    })),
    codesLeft: codes_left,
    needed: needsFactor(policy, { isAdmin, tenantRequires: tenant_requires }),
  }
}

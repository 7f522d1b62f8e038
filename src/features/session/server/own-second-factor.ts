import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { type FactorRules, needsFactor } from '../../../platform/server/endpoint/proof.ts'
import type { OwnSecondFactor } from '../contract.ts'

type Row = {
  enrolled_at: string | null
  app_at: string | null
  passkeys: OwnSecondFactor['passkeys']
  sms: OwnSecondFactor['sms']
  codes_left: number
  tenant_requires: boolean
}

/** An instant within JSON comes as PostgreSQL writes it. */
const instant = (at: string) => new Date(at).toISOString()
const withInstants = <T extends { since: string; lastUsed: string | null }>(way: T): T => ({
  ...way,
  since: instant(way.since),
  lastUsed: way.lastUsed && instant(way.lastUsed),
})

/** What the asker has to sign in with beside the password, over all their companies. */
export async function ownSecondFactor(
  tx: Tx,
  { isAdmin }: Actor,
  { mfaPolicy, sendsSms }: FactorRules,
): Promise<OwnSecondFactor> {
  const { rows } = await sql<Row>`select * from portal.own_second_factor()`.execute(tx)
  const { enrolled_at, app_at, passkeys, sms, codes_left, tenant_requires } = rows[0] as Row
  return {
    enrolledAt: enrolled_at,
    app: app_at,
    passkeys: passkeys.map(withInstants),
    sms: sms && withInstants(sms),
    sendsSms,
    codesLeft: codes_left,
    needed: needsFactor(mfaPolicy, { isAdmin, tenantRequires: tenant_requires }),
  }
}

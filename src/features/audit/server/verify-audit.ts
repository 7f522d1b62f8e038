import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { AuditVerdict, CHAIN_FAULTS } from '../contract.ts'
import type { Checkpoints } from './checkpoints.ts'
import { lostPositions } from './watch-audit.ts'

/** As portal.verify_audit says them. */
const PROBLEMS: Record<string, (typeof CHAIN_FAULTS)[number]> = {
  'a row is missing before this one': 'missing_row',
  'does not follow from the row before': 'not_following',
  'was changed': 'changed',
  'the end of the chain is missing': 'missing_end',
  'stands after the end of the chain': 'beyond_end',
}

/** Every hash of every chain worked out anew (A10). What was found is itself on record. */
export async function verifyAudit(
  tx: Tx,
  checkpoints: Checkpoints,
  record: (act: Act) => void,
): Promise<AuditVerdict> {
  const { rows: counts } = await sql<{ chains: number; rows: number }>`
    select count(distinct tenant_id)::int as chains, count(*) as rows from portal.audit_log`.execute(tx)
  const { rows: found } = await sql<{
    tenant_id: number
    tenant: string | null
    seq: number
    problem: string
  }>`
    select v.tenant_id, t.name as tenant, v.seq, v.problem from portal.verify_audit() v
      left join portal.tenants t on t.id = v.tenant_id order by v.tenant_id`.execute(tx)
  const lost = await lostPositions(tx, checkpoints)
  const names = await tx
    .selectFrom('tenants')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...lost.map(({ tenant_id }) => tenant_id)])
    .execute()
  const faults: AuditVerdict['faults'] = found.map(({ tenant_id, tenant, seq, problem }) => {
    const known = PROBLEMS[problem]
    if (!known) throw new Error(`verify_audit says what nobody knows: ${problem}`)
    return { tenantId: tenant_id, tenant, seq, problem: known }
  })
  // Of each chain the first fault stands for all; a chain that is whole may still be another one than was signed.
  for (const { tenant_id, seq } of lost)
    if (!faults.some(({ tenantId }) => tenantId === tenant_id))
      faults.push({
        tenantId: tenant_id,
        tenant: names.find(({ id }) => id === tenant_id)?.name ?? null,
        seq,
        problem: 'signed_row_lost',
      })
  const { chains = 0, rows = 0 } = counts[0] ?? {}
  record({
    objectType: 'audit',
    objectId: 'chains',
    after: { chains, rows, broken: faults.map(({ tenantId }) => tenantId) },
  })
  return { chains, rows, faults }
}

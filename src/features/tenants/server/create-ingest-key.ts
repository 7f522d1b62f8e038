import { sql } from 'kysely'
import type { KeyScopes } from '../../../platform/contract/endpoint.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { auditByOperator } from './audit-by-operator.ts'
import { ensureSource } from './create-tenant.ts'
import { newIngestKey } from './new-ingest-key.ts'

/** As the owner: a key of an upstream system. The answer is the only time that it can be seen; its hash is kept. */
export async function createIngestKey(
  tx: Tx,
  {
    scope,
    source = 'main',
    tenantId = null,
  }: { scope: KeyScopes; source?: string; tenantId?: number | null },
): Promise<string> {
  const { key, hash } = newIngestKey()
  const sourceId = await ensureSource(tx, source)
  const { rows } = await sql<{
    id: number
  }>`insert into auth.ingest_keys (source_id, tenant_id, scope, key_hash)
    values (${sourceId}, ${tenantId}::int, ${scope}, ${hash}) returning id`.execute(tx)
  await auditByOperator(tx, tenantId ?? 0, 'key.created', 'ingest_key', String(rows[0]?.id), {
    scope,
    source,
  })
  return key
}

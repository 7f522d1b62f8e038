import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { auditByOperator } from './audit-by-operator.ts'

export type NewTenant = {
  name: string
  clientCodes?: string[]
  clientNames?: string[]
  /** The upstream system whose codes these are. */
  source?: string
  language?: string | null
  /** ISO 4217; absent: the installation's. */
  currency?: string
  /** Stricter than the installation: its members need a second factor (A4). */
  requiresSecondFactor?: boolean
}

/** As the owner: a tenant, and the upstream codes and exact names that belong to it (G1). Answers its id. */
export async function createTenant(tx: Tx, tenant: NewTenant): Promise<number> {
  const { name, clientCodes = [], clientNames = [], source = 'main', language = null, currency } = tenant
  const { requiresSecondFactor: requires_second_factor = false } = tenant
  const installation = await tx.selectFrom('installation').select('currency').executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('tenants')
    .values({ name, language, currency: currency ?? installation.currency, requires_second_factor })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sourceId = await ensureSource(tx, source)
  for (const code of clientCodes)
    await tx
      .insertInto('upstream_clients')
      .values({ source_id: sourceId, client_code: code, tenant_id: id })
      .execute()
  for (const clientName of clientNames)
    await tx.insertInto('upstream_client_names').values({ client_name: clientName, tenant_id: id }).execute()
  await auditByOperator(tx, id, 'tenant.created', 'tenant', String(id), { name, clientCodes, clientNames })
  return id
}

/** The number of an upstream system, made when new. */
export async function ensureSource(tx: Tx, name: string): Promise<number> {
  await sql`insert into auth.ingest_sources (name) values (${name}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ id: number }>`select id from auth.ingest_sources where name = ${name}`.execute(
    tx,
  )
  return (rows[0] as { id: number }).id
}

import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Move, UnassignedClient } from '../contract.ts'

export type ClientKey = { sourceId: number | null; clientCode: string | null; clientName: string | null }

type Page = { items: UnassignedClient[]; total: number }

/** Clients of the unassigned rows, or of a tenant's; all of them, or the one that is named. */
export async function readClients(
  tx: Tx,
  ask: { of: ClientKey | null; tenantId: number; search?: string | undefined; most: number },
): Promise<Page> {
  const { sourceId = null, clientCode = null, clientName = null } = ask.of ?? {}
  const { rows } = await sql<{ page: Page }>`
    select portal.unassigned_clients(${ask.tenantId}::int, ${sourceId}::int, ${clientCode}, ${clientName}, ${ask.search ?? null},
      ${ask.most}) as page`.execute(tx)
  return (rows[0] as { page: Page }).page
}

/** 404: there is no row of that client. */
export async function readClient(tx: Tx, of: ClientKey, tenantId: number): Promise<UnassignedClient> {
  const { items } = await readClients(tx, { of, tenantId, most: 1 })
  if (!items[0]) throw refuse(404, 'not_found')
  return items[0]
}

const NO_ROWS = { names: [], rows: 0, firstDate: null, lastDate: null, sums: [] }

/** The same where there may be no row; 422: the source of the code does not exist. */
export async function findClient(tx: Tx, of: ClientKey, tenantId: number): Promise<UnassignedClient> {
  const [{ items }, owner, source] = await Promise.all([
    readClients(tx, { of, tenantId, most: 1 }),
    ownerOf(tx, of),
    sql<{ name: string }>`select name from auth.ingest_source_names() where id = ${of.sourceId}::int`.execute(
      tx,
    ),
  ])
  if (of.sourceId !== null && !source.rows[0]) throw refuse(422, 'unknown_source')
  return items[0] ?? { ...of, ...NO_ROWS, source: source.rows[0]?.name ?? null, belongsTo: owner }
}

/** Whose a code or an exact name is. */
export async function ownerOf(
  tx: Tx,
  { sourceId, clientCode, clientName }: ClientKey,
): Promise<{ id: number; name: string } | null> {
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, t.name from tenants t
      join (select k.tenant_id from upstream_clients k where k.source_id = ${sourceId}::int and k.client_code = ${clientCode}
            union all
            select k.tenant_id from upstream_client_names k where ${clientCode}::text is null and k.client_name = ${clientName}) k
        on k.tenant_id = t.id`.execute(tx)
  return rows[0] ?? null
}

/** The tenant that a client is given to. 404: there is none that is at work. */
export async function readTenant(
  tx: Tx,
  id: number,
): Promise<{ id: number; name: string; currency: string }> {
  const tenant = await tx
    .selectFrom('tenants')
    .select(['id', 'name', 'currency'])
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  if (!tenant) throw refuse(404, 'not_found')
  return tenant
}

/** What people made in the portal on the rows of a client that a tenant has. */
export async function countMade(
  tx: Tx,
  { sourceId, clientCode, clientName }: ClientKey,
  tenantId: number,
): Promise<Move['made']> {
  const { rows } = await sql<Move['made'][number]>`
    select kind, n as count from portal.made_on_client(${sourceId}::int, ${clientCode}, ${clientName}, ${tenantId}::int)`.execute(
    tx,
  )
  return rows
}

/** Lines that wait for orders, invoices and shipments of this client, and events of the latter, come along, or wait again. */
export async function countLines(tx: Tx, of: ClientKey, tenantId: number): Promise<number> {
  const counted = await Promise.all([
    countLinesOf(tx, of, tenantId, ['orders', 'order_lines', 'order_key']),
    countLinesOf(tx, of, tenantId, ['invoices', 'invoice_lines', 'invoice_key']),
    countLinesOf(tx, of, tenantId, ['shipments', 'shipment_lines', 'shipment_key']),
    countLinesOf(tx, of, tenantId, ['shipments', 'shipment_events', 'shipment_key']),
  ])
  return counted.reduce((sum, count) => sum + count, 0)
}

async function countLinesOf(
  tx: Tx,
  of: ClientKey,
  tenantId: number,
  [parents, lines, key]: [string, string, string],
): Promise<number> {
  const kept = tenantId === 0 ? 'unassigned_' : ''
  const [ofTenant, lineOfTenant] =
    tenantId === 0
      ? [sql`true`, sql`true`]
      : [sql`o.tenant_id = ${tenantId}::int`, sql`l.tenant_id = (select ${tenantId}::int)`]
  // Each looks up its lines: of rows that just came nothing is known, and joined, each would be compared with all lines.
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(l.n), 0)::bigint as n from ${sql.table(kept + parents)} o
     cross join lateral (
       select count(*) as n from ${sql.table(kept + lines)} l
        where ${lineOfTenant} and l.source_id = o.source_id and ${sql.ref(`l.${key}`)} = o.source_key offset 0) l
     where ${ofTenant} and (${of.sourceId}::int is null or o.source_id = ${of.sourceId}::int)
       and case when ${of.clientCode}::text is null then o.client_code is null and o.client_name = ${of.clientName}::text
                else o.client_code = ${of.clientCode}::text end`.execute(tx)
  return rows[0]?.n ?? 0
}

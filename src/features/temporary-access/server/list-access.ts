import { sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { TemporaryAccess } from '../contract.ts'

type Row = {
  id: number
  email: string
  tenant_id: number
  tenant: string
  role: string
  uses: number
  used: number
  issued_by: string | null
  created_at: string
  ends_at: string
  last_used_at: string | null
  revoked_at: string | null
  sessions: number
  total: number
}

export async function listAccess(
  tx: Tx,
  ask: { limit: number; cursor?: string | undefined; search?: string | undefined },
) {
  const before = openCursor(ask.cursor, z.tuple([z.int32()]))
  const { rows } = await sql<Row>`
    select * from portal.list_temporary(${before?.[0] ?? null}::int, ${ask.limit + 1}::int, ${ask.search ?? null})`.execute(
    tx,
  )
  const items = rows.slice(0, ask.limit).map(
    (row): TemporaryAccess => ({
      id: row.id,
      email: row.email,
      tenantId: row.tenant_id,
      tenant: row.tenant,
      role: row.role,
      uses: row.uses,
      used: row.used,
      issuedBy: row.issued_by,
      createdAt: row.created_at,
      endsAt: row.ends_at,
      lastUsedAt: row.last_used_at,
      revokedAt: row.revoked_at,
      sessions: row.sessions,
    }),
  )
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > ask.limit && last ? sealCursor([last.id]) : null,
    total: before ? null : (rows[0]?.total ?? 0),
  }
}

/** A role that holds rights to manage or approve is nobody's who comes by a code (A2). */
const isHarmless = (permissions: string[]) => !permissions.some((held) => /\.(manage|approve)$/.test(held))

export async function listChoices(tx: Tx) {
  const [tenants, roles] = await Promise.all([
    tx
      .selectFrom('tenants')
      .select(['id', 'name', 'allows_temporary as allowed'])
      .where('suspended_at', 'is', null)
      .orderBy(sql`name collate portal.natural_order`)
      .orderBy('id')
      .execute(),
    tx
      .selectFrom('roles')
      .select(['key', 'permissions'])
      .where('kind', '=', 'tenant')
      .orderBy('key')
      .execute(),
  ])
  return {
    tenants,
    roles: roles.filter(({ permissions }) => isHarmless(permissions)).map(({ key }) => key),
  }
}

import { sql } from 'kysely'
import type { Permission } from '../../../platform/contract/permissions.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { RoleKind } from '../contract.ts'
import { grantableTo } from '../domain/grantable.ts'

type Record = (act: Act) => void
type Content = { name: string | null; permissions: string[] }
type Ask = { name: string; permissions: Permission[] }

const about = (key: string) => ({ chain: 0, objectType: 'role', objectId: key })

/** What a role of this kind cannot hold is refused by name. */
function refuseUngrantable(kind: RoleKind, permissions: Permission[]): void {
  const wrong = permissions.filter((permission) => !grantableTo(kind).includes(permission))
  if (wrong.length > 0) throw refuse(422, 'not_grantable', { values: { list: wrong.join(', ') } })
}

export async function createRole(
  tx: Tx,
  { kind, name, permissions }: Ask & { kind: RoleKind },
  record: Record,
) {
  refuseUngrantable(kind, permissions)
  const key = await freeKey(tx, name)
  const held = [...new Set(permissions)]
  await sql`select portal.create_role(${key}, ${kind}, ${name}, ${held}::text[])`.execute(tx)
  record({ ...about(key), after: { kind, name, permissions: held } })
  return { key }
}

/** Made of the name, and never the key of a role that the portal comes with, now or later. */
async function freeKey(tx: Tx, name: string): Promise<string> {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
  const base = `own_${slug || 'role'}`
  const taken = await tx.selectFrom('roles').select('key').where('key', 'like', 'own\\_%').execute()
  const keys = new Set(taken.map((role) => role.key))
  let key = base
  for (let next = 2; keys.has(key); next++) key = `${base}_${next}`
  return key
}

export async function changeRole(
  tx: Tx,
  {
    key,
    version,
    name,
    permissions,
  }: { key: string; version: string; name: string | null; permissions: Permission[] },
  record: Record,
) {
  const role = await tx
    .selectFrom('roles')
    .select(['kind', 'shipped'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (!role) throw refuse(404, 'not_found')
  if (name === null && role.shipped === null) throw refuse(422, 'role_needs_name')
  refuseUngrantable(role.kind as RoleKind, permissions)
  const held = [...new Set(permissions)]
  const { rows } = await sql<{ outcome: string | null; before: Content | null }>`
    select * from portal.change_role(${key}, ${version}, ${name}, ${held}::text[])`.execute(tx)
  const [result] = rows
  if (!result?.outcome) throw refuse(404, 'not_found')
  if (result.outcome === 'stale') throw refuse(412, 'stale_version')
  if (result.outcome === 'last_owner') throw refuse(409, 'last_owner')
  record({ ...about(key), before: result.before, after: { name, permissions: held } })
  return { changed: true as const }
}

export async function resetRole(tx: Tx, { key }: { key: string }, record: Record) {
  const { rows } = await sql<{ done: { before: Content; after: Content } | { lastOwner: true } | null }>`
    select portal.reset_role(${key}) as done`.execute(tx)
  const done = rows[0]?.done
  if (!done) throw refuse(404, 'not_found')
  if ('lastOwner' in done) throw refuse(409, 'last_owner')
  record({ ...about(key), ...done })
  return { permissions: done.after.permissions }
}

export async function removeRole(tx: Tx, { key }: { key: string }, record: Record) {
  const { rows } = await sql<{ outcome: string | null; before: Content | null }>`
    select * from portal.delete_role(${key})`.execute(tx)
  const [result] = rows
  if (!result?.outcome) throw refuse(404, 'not_found')
  if (result.outcome === 'shipped') throw refuse(409, 'role_is_shipped')
  if (result.outcome === 'in_use') throw refuse(409, 'role_in_use')
  record({ ...about(key), before: result.before, after: null })
  return { deleted: true as const }
}

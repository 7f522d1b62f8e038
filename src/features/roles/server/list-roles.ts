import { sql } from 'kysely'
import { PERMISSIONS, type Permission } from '../../../platform/contract/permissions.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Role } from '../contract.ts'

type Row = {
  key: string
  kind: Role['kind']
  name: string | null
  permissions: string[]
  shipped: string[] | null
  members: number
  others: number
  version: string
}

/** In the order of the vocabulary; what an older release knew and this one does not grants nothing. */
const known = (held: string[]): Permission[] => PERMISSIONS.filter((permission) => held.includes(permission))

export async function listRoles(tx: Tx): Promise<{ items: Role[] }> {
  const { rows } = await sql<Row>`
    select r.key, r.kind, case when r.named then r.name end as name, r.permissions, r.shipped, h.members, h.others,
           md5(jsonb_build_object('name', case when r.named then r.name end, 'permissions', to_jsonb(r.permissions))::text) as version
      from portal.roles r, portal.role_holders(r.key) h order by r.kind desc, r.shipped is null, r.key`.execute(
    tx,
  )
  return {
    items: rows.map(({ members, others, permissions, shipped, ...role }) => ({
      ...role,
      permissions: known(permissions),
      shipped: shipped && known(shipped),
      people: members,
      unused: members + others === 0,
    })),
  }
}

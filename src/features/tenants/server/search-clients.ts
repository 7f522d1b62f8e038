import { sql } from 'kysely'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { SearchSource } from '../../search/server/published.ts'

/** Clients by parts of their name: their page for administrators, the way into them for staff. */
export const clientsInSearch: SearchSource = {
  group: 'clients',
  permission: 'tenants.read',
  async find(tx, actor, { term, parts, most }) {
    if (!parts) return []
    const manages = may(actor, 'tenants.manage')
    const { rows } = await sql<{ id: number; name: string }>`
      select t.id, t.name from portal.tenants t
       where portal.contains_folded(portal.fold(t.name), ${term}) and (${manages}::boolean or t.suspended_at is null)
       order by lower(t.name) <> lower(${term}), t.name collate portal.natural_order, t.id limit ${most}`.execute(
      tx,
    )
    return rows.map(({ id, name }) => ({
      to: manages ? `/admin/tenants/${id}` : '/',
      title: name,
      details: [],
      ...(!manages && { switchTo: id }),
    }))
  },
}

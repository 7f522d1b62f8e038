import { sql } from 'kysely'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { SearchSource } from '../../search/server/published.ts'

/**
 * Clients by parts of their name: their page for administrators, the way into them for staff. Administrators also find them by the
 * whole code that upstream knows them by.
 */
export const clientsInSearch: SearchSource = {
  group: 'clients',
  permission: 'tenants.read',
  async find(tx, actor, { term, parts, most }) {
    const manages = may(actor, 'tenants.manage')
    if (!parts && !manages) return []
    const code = manages
      ? sql`(select min(u.client_code) from portal.upstream_clients u where u.tenant_id = t.id and lower(u.client_code) = lower(${term}))`
      : sql`null::text`
    const { rows } = await sql<{ id: number; name: string; code: string | null }>`
      select c.id, c.name, c.code
        from (select t.id, t.name, ${code} as code, ${parts}::boolean and portal.contains_folded(portal.search_fold(t.name), ${term}) as named
                from portal.tenants t where ${manages}::boolean or t.suspended_at is null) c
       where c.named or c.code is not null
       order by c.code is null, lower(c.name) <> lower(${term}), c.name collate portal.natural_order, c.id limit ${most}`.execute(
      tx,
    )
    return rows.map(({ id, name, code: known }) => ({
      to: manages ? `/admin/tenants/${id}` : '/',
      title: name,
      details: known === null ? [] : [known],
      ...(!manages && { switchTo: id }),
    }))
  },
}

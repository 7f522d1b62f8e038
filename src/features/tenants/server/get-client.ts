import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { ClientDetail } from '../contract.ts'
import type { ClientFigures } from './client-figures.ts'

type Kept = Omit<ClientDetail, 'accountManager' | 'managers' | 'groups' | 'sales' | 'newest'> & {
  managerId: string | null
  managerName: string | null
}

/** Of each kind, so many of the newest. */
const SHOWN = 3

/** One client with everything that is known of it. 404: there is none. */
export async function getClient(tx: Tx, id: number, figures: ClientFigures): Promise<ClientDetail> {
  const [kept, managers, groups, sales, issues, invoices, documents] = await Promise.all([
    sql<Kept>`
      select c.id, c.name, c.language, c.currency, c.suspended_at as "suspendedAt", c.created_at as "createdAt", c.orders, c.people,
             c.last_sign_in as "lastSignIn", c.last_data as "lastData", t.version, t.timezone, t.region, t.address, t.terms,
             t.requires_second_factor as "requiresSecondFactor", t.allows_trusted_devices as "allowsTrustedDevices",
             t.account_manager as "managerId", p.name as "managerName"
        from portal.client_overview(${id}::int) c
        join tenants t on t.id = c.id
        left join profiles p on p.user_id = t.account_manager`.execute(tx),
    listManagers(tx, id),
    figures.groups(tx, id),
    figures.sales(tx, id),
    newestOf(figures.newest.issues(tx, id, SHOWN)),
    newestOf(figures.newest.invoices(tx, id, SHOWN)),
    newestOf(figures.newest.documents(tx, id, SHOWN)),
  ])
  if (!kept.rows[0]) throw refuse(404, 'not_found')
  const { managerId, managerName, ...rest } = kept.rows[0]
  const accountManager = managerId === null ? null : { userId: managerId, name: managerName ?? managerId }
  return { ...rest, accountManager, managers, groups, sales, newest: { issues, invoices, documents } }
}

async function newestOf(found: ReturnType<ClientFigures['newest']['issues']>) {
  const rows = await found
  return { total: rows[0]?.total ?? 0, items: rows.map(({ id, title, at }) => ({ id, title, at })) }
}

/** Staff who see this client. */
export async function listManagers(tx: Tx, id: number): Promise<{ userId: string; name: string }[]> {
  const { rows } = await sql<{ userId: string; name: string }>`
    select s.user_id as "userId", p.name from staff s join profiles p on p.user_id = s.user_id
     where s.all_tenants or exists (select from staff_tenants a where a.user_id = s.user_id and a.tenant_id = ${id}::int)
     order by p.name collate portal.natural_order, s.user_id limit 1000`.execute(tx)
  return rows
}

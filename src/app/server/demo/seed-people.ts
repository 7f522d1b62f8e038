import { sql } from 'kysely'
import { createPerson } from '../../../features/tenants/server/create-person.ts'
import { createTenant } from '../../../features/tenants/server/create-tenant.ts'
import { createSignInService } from '../../../platform/server/auth/sign-in-service.ts'
import type { DatabaseLocation } from '../../../platform/server/database/location.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import type { Secrets } from '../../../platform/server/secrets.ts'
import type { Person } from './people.ts'

export type NewClient = {
  key: string
  name: string
  codes: string[]
  clientNames?: string[]
  language: string
  currency: string
  requiresSecondFactor?: boolean
}

/** Tenants by their key; those that are there already, by their first code, are left as they are. */
export async function seedTenants(
  location: DatabaseLocation,
  source: string,
  clients: NewClient[],
): Promise<Map<string, number>> {
  return withOwner(location, async (tx) => {
    const ids = new Map<string, number>()
    for (const { key, codes, clientNames = [], ...rest } of clients) {
      const known = await findTenant(tx, source, codes[0] ?? '')
      const tenant = { ...rest, clientCodes: codes, clientNames, source }
      ids.set(key, known ?? (await createTenant(tx, tenant)))
    }
    return ids
  })
}

async function findTenant(tx: Tx, source: string, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ tenant_id: number }>`select c.tenant_id from portal.upstream_clients c
    join auth.ingest_sources s on s.id = c.source_id where s.name = ${source} and c.client_code = ${code}`.execute(
    tx,
  )
  return rows[0]?.tenant_id
}

/** People who are not there yet, all with the same password. */
export async function seedPeople(
  location: DatabaseLocation,
  secrets: Secrets,
  people: readonly Person[],
  tenants: ReadonlyMap<string, number>,
  password: string,
): Promise<void> {
  const emails = people.map(({ email }) => email)
  const known = await withOwner(location, async (tx) => {
    // Accounts are made on another connection than what they may enter; an interrupted load leaves the first half.
    await sql`delete from auth.users u where u.email = any (${emails})
      and not exists (select from portal.profiles p where p.user_id = u.id)`.execute(tx)
    const { rows } = await sql<{ email: string }>`select email from portal.profiles
      where email = any (${emails})`.execute(tx)
    return rows.map(({ email }) => email)
  })
  const tenantId = (key: string) => tenants.get(key) as number
  const signIn = createSignInService(location.login('portal_auth'), secrets, false)
  try {
    for (const { memberships = [], staff, ...person } of people) {
      if (known.includes(person.email)) continue
      const access = {
        memberships: memberships.map(({ client, role }) => ({ tenantId: tenantId(client), role })),
        ...(staff && {
          staff: { role: staff.role, ...(staff.clients && { tenantIds: staff.clients.map(tenantId) }) },
        }),
      }
      await withOwner(location, (tx) => createPerson(tx, signIn, { ...person, password, ...access }))
    }
  } finally {
    await signIn.close()
  }
}

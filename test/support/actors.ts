import { randomUUID } from 'node:crypto'
import { createIngestKey } from '../../src/features/tenants/server/create-ingest-key.ts'
import { createPerson, type NewPerson } from '../../src/features/tenants/server/create-person.ts'
import { createTenant, type NewTenant } from '../../src/features/tenants/server/create-tenant.ts'
import type { KeyScopes } from '../../src/platform/contract/endpoint.ts'
import { createClient, signing, type TestClient } from './client.ts'
import type { TestPortal } from './portal.ts'

export const PASSWORD = 'heron-on-the-quay-7'

export type Actor = TestClient & { userId: string; email: string }

/** A tenant of its own name; answers its id. */
export const aTenant = (portal: TestPortal, tenant: Partial<NewTenant> = {}): Promise<number> =>
  portal.owner((tx) => createTenant(tx, { name: `Client ${randomUUID().slice(0, 8)}`, ...tenant }))

/** A person with the access given, signed in. */
export async function aPerson(portal: TestPortal, access: Partial<NewPerson> = {}): Promise<Actor> {
  const { userId, email } = await anAccount(portal, access)
  const client = createClient(portal.url)
  const answer = await client.signIn(email, PASSWORD)
  if (answer.status !== 200) throw new Error(`sign-in of a test person answered ${answer.status}`)
  return Object.assign(client, { userId, email, post: signing(client, PASSWORD) })
}

/** The same without signing in. */
export async function anAccount(portal: TestPortal, access: Partial<NewPerson> = {}) {
  const email = `${randomUUID().slice(0, 12)}@test.example`
  const person = { email, name: 'Test Person', password: PASSWORD, ...access }
  const userId = await portal.owner((tx) => createPerson(tx, portal.signIn, person))
  return { userId, email: person.email }
}

/** A member of one tenant. */
export const aMember = (portal: TestPortal, tenantId: number, role = 'procurement_manager') =>
  aPerson(portal, { memberships: [{ tenantId, role }] })

export const anAdministrator = (portal: TestPortal) => aPerson(portal, { globalAdmin: true })

/** Staff over the tenants named, or over all of them. */
export const aStaffMember = (portal: TestPortal, role: string, tenantIds?: number[]) =>
  aPerson(portal, { staff: { role, ...(tenantIds && { tenantIds }) } })

/** A key of upstream, bound to a tenant or to none. */
export const aKey = (
  portal: TestPortal,
  key: { tenantId?: number; source?: string; scope?: KeyScopes } = {},
) => portal.owner((tx) => createIngestKey(tx, { scope: 'ingest', ...key }))

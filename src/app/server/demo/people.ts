export type Person = {
  email: string
  name: string
  language: 'en' | 'fr-CA'
  globalAdmin?: boolean
  /** Tenants by their key in clients.ts; the first is the one a session starts in. */
  memberships?: readonly { client: string; role: string }[]
  /** `clients` absent: all of them. */
  staff?: { role: string; clients?: readonly string[] }
}

const member = (email: string, name: string, role: string, ...clients: string[]): Person => ({
  email,
  name,
  language: 'en',
  memberships: clients.map((client) => ({ client, role })),
})

const staff = (email: string, name: string, role: string, clients?: readonly string[]): Person => ({
  email,
  name,
  language: 'en',
  staff: { role, ...(clients && { clients }) },
})

/** Who can sign in to the demo. English is stored for all but one. */
export const PEOPLE: readonly Person[] = [
  { email: 'admin@portal.example', name: 'Isabelle Tremblay', language: 'en', globalAdmin: true },
  member('buyer@boreal.example', 'Marc-André Gagnon', 'procurement_manager', 'boreal'),
  member('finance@boreal.example', 'Chantal Bouchard', 'finance_manager', 'boreal'),
  member('quality@boreal.example', 'Nadia Benali', 'quality_manager', 'boreal'),
  { ...member('owner@boreal.example', 'Geneviève Côté', 'tenant_admin', 'boreal'), language: 'fr-CA' },
  member('buyer@harbour.example', 'Tom Whitaker', 'procurement_manager', 'harbour'),
  member('viewer@prairie.example', 'Dana Kowalchuk', 'viewer', 'prairie'),
  member('multi@portal.example', 'Sophie Nguyen', 'procurement_manager', 'boreal', 'harbour'),
  member('secure@laurentides.example', 'Étienne Lavoie', 'tenant_admin', 'laurentides'),
  staff('service@portal.example', 'Josée Pelletier', 'customer_service'),
  staff('qa@portal.example', 'Anil Mehta', 'quality'),
  staff('billing@portal.example', 'Martine Roy', 'finance'),
  staff('account@portal.example', 'Philippe Desrosiers', 'account_manager', ['boreal']),
]

import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { LANGUAGES } from '../../platform/contract/languages.ts'
import { CalendarDate, Currency, Instant, Money, Quantity } from '../../platform/contract/money.ts'
import { pageOf, pageQuery, sortOf } from '../../platform/contract/page.ts'
import { Timezone } from '../../platform/contract/timezone.ts'
import { ORDER_GROUPS } from '../orders/contract.ts'

const TenantChoice = z.object({ id: z.number().int(), name: z.string() })

export const CLIENT_SORTS = ['name', 'orders', 'people', 'lastSignIn', 'lastData', 'createdAt'] as const
export type ClientSort = (typeof CLIENT_SORTS)[number]

export const CLIENT_STATES = ['active', 'suspended'] as const

const count = z.number().int()

/** A client as the console lists it. */
const ClientRow = z.object({
  id: count,
  name: z.string(),
  language: z.enum(LANGUAGES).nullable(),
  currency: Currency,
  suspendedAt: Instant.nullable(),
  createdAt: Instant,
  orders: count,
  people: count,
  lastSignIn: Instant.nullable(),
  /** When upstream last sent something of it; null: not since the portal keeps it. */
  lastData: Instant.nullable(),
})
export type ClientRow = z.infer<typeof ClientRow>

const Person = z.object({ userId: z.string(), name: z.string() })

/** How many there are of something, and the newest of it. */
const newest = <At extends z.ZodType>(at: At) =>
  z.object({ total: count, items: z.array(z.object({ id: count, title: z.string(), at })) })

const ClientDetail = ClientRow.extend({
  version: count,
  timezone: z.string().nullable(),
  region: z.string().nullable(),
  address: z.string().nullable(),
  terms: z.string().nullable(),
  accountManager: Person.nullable(),
  /** Its people need a second factor, whatever the installation asks for (A4). */
  requiresSecondFactor: z.boolean(),
  /** They may do without it for 30 days on a device that they trust. */
  allowsTrustedDevices: z.boolean(),
  /** Staff who see this client: one of them can be its account manager. */
  managers: z.array(Person),
  /** Orders by the groups of the Orders page, which overlap. */
  groups: z.record(z.enum(ORDER_GROUPS), count),
  /** Over the whole history, per currency. */
  sales: z.array(z.object({ currency: Currency, amount: Money, quantity: Quantity, lines: count })),
  newest: z.object({ issues: newest(Instant), invoices: newest(CalendarDate), documents: newest(Instant) }),
})
export type ClientDetail = z.infer<typeof ClientDetail>

const facts = {
  name: z.string().trim().min(1).max(200),
  language: z.enum(LANGUAGES).nullable(),
  currency: Currency,
  timezone: Timezone.nullable(),
  /** ISO 3166: a country, or a province of it. Quebec speaks French unless a language is set (B4). */
  region: z
    .string()
    .regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/)
    .nullable(),
}

/** What its invoices begin with. */
const billing = {
  address: z.string().trim().max(500).nullable(),
  terms: z.string().trim().max(200).nullable(),
}

const meta = { permission: 'tenants.manage', heavy: true } as const
const overviewFilter = {
  search: z.string().max(200).optional(),
  state: z.enum(CLIENT_STATES).optional(),
  sort: sortOf(CLIENT_SORTS).default('name'),
}
const id = z.coerce.number().int().min(1).max(2_147_483_647)
const reason = z.string().trim().min(1).max(500)

export const tenantsContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/tenants',
      summary: 'Tenants that staff and administrators may look into',
    })
    .meta({ permission: 'tenants.read' })
    .input(z.object({ search: z.string().max(200).optional(), ...pageQuery }))
    .output(pageOf(TenantChoice)),
  overview: endpoint
    .route({
      method: 'GET',
      path: '/admin/tenants',
      summary: 'Every client with its orders, people, last sign-in and last data',
    })
    .meta(meta)
    .input(z.object({ ...overviewFilter, ...pageQuery }))
    .output(pageOf(ClientRow)),
  create: endpoint
    .route({ method: 'POST', path: '/admin/tenants', summary: 'A new client' })
    .meta({ ...meta, audit: 'tenant.created' })
    .input(
      z.object({ ...facts, address: billing.address.optional(), terms: billing.terms.optional() }).strict(),
    )
    .output(z.object({ id: count })),
  get: endpoint
    .route({ method: 'GET', path: '/admin/tenants/{id}', summary: 'One client and its figures' })
    .meta(meta)
    .input(z.object({ id }))
    .output(ClientDetail),
  change: endpoint
    .route({
      method: 'PATCH',
      path: '/admin/tenants/{id}',
      summary: 'Changes what is kept of a client; 412 when somebody else did first',
    })
    .meta({ ...meta, audit: 'tenant.changed' })
    .input(
      z
        .object({
          id,
          version: count.min(0),
          ...facts,
          ...billing,
          accountManager: z.string().min(1).max(100).nullable(),
        })
        .partial()
        .required({ id: true, version: true })
        .strict(),
    )
    .output(z.object({ version: count })),
  suspend: endpoint
    .route({
      method: 'POST',
      path: '/admin/tenants/{id}/suspend',
      summary: 'Keeps a client’s people out from their next request on; its data stays and keeps coming',
    })
    .meta({ ...meta, stepUp: true, audit: 'tenant.suspended' })
    .input(z.object({ id, reason }).strict())
    .output(z.object({ suspended: z.boolean() })),
  resume: endpoint
    .route({ method: 'POST', path: '/admin/tenants/{id}/resume', summary: 'Lets a client’s people in again' })
    .meta({ ...meta, stepUp: true, audit: 'tenant.resumed' })
    .input(z.object({ id, reason }).strict())
    .output(z.object({ suspended: z.boolean() })),
  changePolicies: endpoint
    .route({
      method: 'PUT',
      path: '/admin/tenants/{id}/policies',
      summary: 'How strictly a client’s people sign in; it counts from their next request on',
    })
    .meta({ ...meta, stepUp: true, audit: 'tenant.policies_changed' })
    .input(z.object({ id, requiresSecondFactor: z.boolean(), allowsTrustedDevices: z.boolean() }).strict())
    .output(z.object({ requiresSecondFactor: z.boolean(), allowsTrustedDevices: z.boolean() })),
}

const clientsFile = z.object({ ...overviewFilter, format: z.enum(['csv', 'xlsx']).default('csv') })
export type ClientsFileInput = z.infer<typeof clientsFile>

/** Answered outside the typed router: a file. */
export const tenantsFileContract = {
  export: endpoint
    .route({
      method: 'GET',
      path: '/admin/tenants/export',
      summary: 'The same clients as a file, all of them',
    })
    .meta({ ...meta, audit: 'tenants.exported' })
    .input(clientsFile)
    .output(z.file()),
}

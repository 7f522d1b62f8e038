import { randomBytes, randomUUID } from 'node:crypto'
import type { KeyScopes } from '../../../src/platform/contract/endpoint.ts'
import { aKey, anAccount } from '../../support/actors.ts'
import { type Answer, createClient, type Json } from '../../support/client.ts'
import { sendBatches } from './send-batches.ts'
import { signedBy } from './signed-by.ts'
import { FOREIGN, OWN, type World } from './world.ts'

/** Roles and what each may do, as decided (A7); the rows of portal.roles are held against it. */
export const TENANT_ROLES = {
  tenant_admin: [
    'audit.read',
    'dashboard.read',
    'assistant.manage',
    'assistant.write',
    'orders.read',
    'tracking.read',
    'sales.read',
    'invoices.read',
    'payments.write',
    'members.manage',
    'products.read',
    'purchase_orders.read',
    'purchase_orders.write',
    'purchase_orders.approve',
    'prices.read',
    'lots.read',
    'documents.read',
    'document_requests.write',
    'legal.approve',
    'issues.read',
    'issues.write',
    'conversations.read',
    'conversations.write',
  ],
  procurement_manager: [
    'dashboard.read',
    'assistant.write',
    'orders.read',
    'tracking.read',
    'sales.read',
    'invoices.read',
    'products.read',
    'purchase_orders.read',
    'purchase_orders.write',
    'prices.read',
    'lots.read',
    'documents.read',
    'document_requests.write',
    'issues.read',
    'issues.write',
    'conversations.read',
    'conversations.write',
  ],
  finance_manager: [
    'dashboard.read',
    'assistant.write',
    'orders.read',
    'tracking.read',
    'sales.read',
    'invoices.read',
    'payments.write',
    'products.read',
    'purchase_orders.read',
    'purchase_orders.approve',
    'prices.read',
    'documents.read',
    'document_requests.write',
    'issues.read',
    'issues.write',
    'conversations.read',
    'conversations.write',
  ],
  quality_manager: [
    'dashboard.read',
    'assistant.write',
    'orders.read',
    'tracking.read',
    'products.read',
    'lots.read',
    'documents.read',
    'document_requests.write',
    'issues.read',
    'issues.write',
    'conversations.read',
    'conversations.write',
  ],
  sales_analyst: [
    'dashboard.read',
    'assistant.write',
    'sales.read',
    'products.read',
    'documents.read',
    'conversations.read',
    'conversations.write',
  ],
  viewer: [
    'dashboard.read',
    'assistant.write',
    'orders.read',
    'tracking.read',
    'sales.read',
    'products.read',
    'lots.read',
    'documents.read',
    'issues.read',
    'conversations.read',
  ],
}
export const STAFF_ROLES = {
  customer_service: [
    'dashboard.read',
    'assistant.write',
    'tenants.read',
    'orders.read',
    ...['tracking.read', 'tracking.write'],
    'products.read',
    'purchase_orders.read',
    'purchase_orders.write',
    'purchase_orders.manage',
    'prices.read',
    'catalogue.write',
    'lots.read',
    'documents.read',
    'issues.read',
    'issues.write',
    'issues.manage',
    'conversations.read',
    'conversations.write',
    'conversations.manage',
  ],
  quality: [
    'dashboard.read',
    'assistant.write',
    'tenants.read',
    'orders.read',
    'tracking.read',
    'products.read',
    'lots.read',
    'documents.read',
    'documents.write',
    'documents.approve',
    'document_requests.write',
    'issues.read',
    'issues.write',
    'issues.manage',
    'conversations.read',
    'conversations.write',
  ],
  finance: [
    'dashboard.read',
    'assistant.write',
    'tenants.read',
    'orders.read',
    'tracking.read',
    'sales.read',
    'invoices.read',
    'invoices.write',
    'products.read',
    'purchase_orders.read',
    'prices.read',
    'issues.read',
    'issues.write',
    'issues.manage',
    'conversations.read',
    'conversations.write',
  ],
  account_manager: [
    'dashboard.read',
    'assistant.write',
    'tenants.read',
    'orders.read',
    'tracking.read',
    'sales.read',
    'invoices.read',
    'products.read',
    'purchase_orders.read',
    'purchase_orders.write',
    'purchase_orders.manage',
    'prices.read',
    'catalogue.write',
    'lots.read',
    'documents.read',
    'issues.read',
    'conversations.read',
  ],
}

export type Refusal = [status: number, code: string]
export type Request = { method: string; path: string; body?: unknown; headers?: Record<string, string> }

/** Somebody who asks, and what decides the answer. */
export type Principal = {
  name: string
  /** What every endpoint for people with a session answers, whatever it is. */
  refused?: Refusal
  permissions: string[] | 'all'
  modulesOff: boolean
  /** Tenants whose rows they see; 'all' includes the unassigned ones. */
  sees: number[] | 'all'
  /** Tenants that they may switch to, null being "everything I may see". */
  enters: (number | null)[]
  /** The scope of the key that they come with. */
  key?: KeyScopes
  /** Changes nothing, whatever it may see. */
  readOnly?: 'view_as' | 'temporary'
  /** They come with an Authorization header, good or not. */
  bearer?: true
  /** The batches that this key sent. */
  sentBatches?: number[]
  /** What a new session of theirs comes with. */
  come: () => Promise<Record<string, string>>
  /** Asks in a session of its own, so that no request changes what the next one meets. */
  ask: (request: Request) => Promise<Answer<Json>>
}

export type Session = {
  userId: string
  tenantId: number | null
  expires?: string
  revoked?: boolean
  asserts?: string
  /** Through the eyes of this role of the tenant. */
  views?: string
}

/** A session without the sign-in form: its cookie. */
export async function openSession(
  { portal, superuser }: Pick<World, 'portal' | 'superuser'>,
  { userId, tenantId, expires = '15 minutes', revoked = false, views }: Session,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const id = randomUUID()
  await superuser.query(
    `insert into auth.sessions (id, user_id, token, tenant_id, expires_at, view_role, view_ends)
     values ($1, $2, $3, $4, now() + $5::interval, $6, case when $6::text is not null then now() + interval '30 minutes' end)`,
    [id, userId, token, tenantId, expires, views],
  )
  if (views)
    await superuser.query(
      `insert into auth.viewings (tenant_id, session_id, user_id, role, reason, ends_at)
       values ($1, $2, $3, $4, 'a test', now() + interval '30 minutes')`,
      [tenantId, id, userId, views],
    )
  if (revoked) await superuser.query('delete from auth.sessions where id = $1', [id])
  return portal.signIn.cookies.session(token, 900).split(';')[0] as string
}

/** Everybody whom the matrix asks. */
export async function createPrincipals(world: World): Promise<Principal[]> {
  const { portal, own, other, suspended, bare, strict } = world
  const principals: Principal[] = []
  const nobody = { permissions: [], modulesOff: false, sees: [], enters: [] }

  function add(
    name: string,
    session: Session | undefined,
    what: Partial<Omit<Principal, 'name' | 'ask'>>,
    headers: Record<string, string> = {},
  ) {
    const come = async () => {
      const cookie = session && (await openSession(world, session))
      const asserted = session?.asserts !== undefined && { 'x-portal-tenant': session.asserts }
      return { ...headers, ...asserted, ...(cookie && { cookie }) }
    }
    // A client of its own: cookies that one answer sets must not reach the next request.
    const ask = async ({ method, path, body, headers: more }: Request) => {
      const asker: Record<string, string> = await come()
      const signed = await signedBy(world, asker.cookie ?? '', { method, path, body })
      return createClient(portal.url).send(method, path, body, { headers: { ...asker, ...signed, ...more } })
    }
    principals.push({ ...nobody, name, come, ask, ...what })
  }
  const account = async (access: Parameters<typeof anAccount>[1]) => (await anAccount(portal, access)).userId
  const memberOf = (tenantId: number, role: string) => account({ memberships: [{ tenantId, role }] })

  const noSession: Refusal = [401, 'no_session']
  const viewer = { permissions: TENANT_ROLES.viewer, sees: [own], enters: [own] }
  const someone = await memberOf(own, 'viewer')
  add('anonymous', undefined, { refused: noSession })
  add('somebody with an invented cookie', undefined, { refused: noSession }, { cookie: 'portal_session=a.b' })
  add('expired session', { userId: someone, tenantId: own, expires: '-1 second' }, { refused: noSession })
  add('revoked session', { userId: someone, tenantId: own, revoked: true }, { refused: noSession })

  for (const [role, permissions] of Object.entries(TENANT_ROLES)) {
    const userId = await memberOf(own, role)
    add(`${role} of the tenant`, { userId, tenantId: own, asserts: String(own) }, { ...viewer, permissions })
  }
  for (const [role, permissions] of Object.entries(STAFF_ROLES)) {
    const assigned = await account({ staff: { role, tenantIds: [own] } })
    add(
      `${role}, assigned`,
      { userId: assigned, tenantId: null },
      { permissions, sees: [own], enters: [own, null] },
    )
    const elsewhere = await account({ staff: { role, tenantIds: [other] } })
    add(
      `${role}, assigned to the other tenant`,
      { userId: elsewhere, tenantId: null },
      { permissions, sees: [other], enters: [other, null] },
    )
    const unassigned = await account({ staff: { role, tenantIds: [] } })
    add(`${role}, not assigned`, { userId: unassigned, tenantId: null }, { permissions, enters: [null] })
    const everywhere = await account({ staff: { role } })
    const open = [own, other, bare, strict]
    add(
      `${role} over all tenants`,
      { userId: everywhere, tenantId: null, asserts: 'all' },
      { permissions, sees: open, enters: [...open, null] },
    )
    add(
      `${role} over all tenants, narrowed`,
      { userId: everywhere, tenantId: own },
      { permissions, sees: [own], enters: [...open, null] },
    )
  }

  const stranger = await memberOf(other, 'tenant_admin')
  add(
    'member of the other tenant',
    { userId: stranger, tenantId: other },
    {
      permissions: TENANT_ROLES.tenant_admin,
      sees: [other],
      enters: [other],
    },
  )
  add(
    'member whose session names a tenant that is not theirs',
    { userId: stranger, tenantId: own },
    // The first of their own, then.
    { permissions: TENANT_ROLES.tenant_admin, sees: [other], enters: [other] },
  )
  const both = await account({
    memberships: [
      { tenantId: own, role: 'viewer' },
      { tenantId: other, role: 'viewer' },
    ],
  })
  const bothEnter = { ...viewer, enters: [own, other] }
  add('member of both, here', { userId: both, tenantId: own, asserts: String(own) }, bothEnter)
  add('member of both, there', { userId: both, tenantId: other }, { ...bothEnter, sees: [other] })
  for (const asserts of [String(own), 'all', '0', '', `${other} x`, String(other).padStart(9, '0')])
    add(
      `member of both, there, on a screen of "${asserts}"`,
      { userId: both, tenantId: other, asserts },
      {
        ...bothEnter,
        refused: [409, 'tenant_changed'],
      },
    )

  add('person without access', { userId: await account({}), tenantId: null }, {})
  add('person without access, session naming a tenant', { userId: await account({}), tenantId: own }, {})
  add(
    'member of a suspended tenant',
    { userId: await memberOf(suspended, 'tenant_admin'), tenantId: suspended },
    {},
  )
  add(
    'member of a tenant without modules',
    { userId: await memberOf(bare, 'tenant_admin'), tenantId: bare },
    {
      permissions: TENANT_ROLES.tenant_admin,
      modulesOff: true,
      sees: [bare],
      enters: [bare],
    },
  )
  const service = await account({ staff: { role: 'account_manager' } })
  add(
    'staff narrowed to a tenant without modules',
    { userId: service, tenantId: bare },
    {
      permissions: STAFF_ROLES.account_manager,
      modulesOff: true,
      sees: [bare],
      enters: [own, other, bare, strict, null],
    },
  )

  const administrator = await account({ globalAdmin: true })
  const everything = [own, other, suspended, bare, strict, null]
  add(
    'administrator',
    { userId: administrator, tenantId: null, asserts: 'all' },
    {
      permissions: 'all',
      sees: 'all',
      enters: everything,
    },
  )
  for (const [tenantId, where] of [
    [own, 'the tenant'],
    [bare, 'a tenant without modules'],
    [suspended, 'a suspended tenant'],
  ] as const)
    add(
      `administrator narrowed to ${where}`,
      { userId: administrator, tenantId, asserts: String(tenantId) },
      {
        permissions: [
          'dashboard.read',
          'assistant.write',
          'issues.read',
          'issues.write',
          'issues.manage',
          'conversations.read',
          'conversations.write',
          'conversations.manage',
          'orders.read',
          ...['tracking.read', 'tracking.write'],
          'sales.read',
          'invoices.read',
          'invoices.write',
          'tenants.read',
          'members.manage',
          'products.read',
          ...['prices.read', 'catalogue.write'],
          'purchase_orders.read',
          'purchase_orders.write',
          'purchase_orders.approve',
          'purchase_orders.manage',
          'lots.read',
          'documents.read',
          'documents.write',
          'documents.approve',
          'document_requests.write',
        ],
        sees: [tenantId],
        enters: everything,
      },
    )

  add(
    'administrator who looks as the head of the tenant',
    { userId: administrator, tenantId: own, asserts: String(own), views: 'tenant_admin' },
    { permissions: TENANT_ROLES.tenant_admin, sees: [own], readOnly: 'view_as' },
  )

  // By a code (A2): what the role may read, and neither people nor the trail.
  const guest = await account({})
  await world.superuser.query(
    `with t as (update portal.tenants set allows_temporary = true where id = $1 returning id)
     insert into auth.temporary_access (user_id, tenant_id, role, email, code_hash, uses, issued_by, ends_at)
     select $2, t.id, 'procurement_manager', 'guest@test.example', sha256('a test'), 1, $3, now() + interval '1 day' from t`,
    [own, guest, administrator],
  )
  add(
    'somebody with a temporary access',
    { userId: guest, tenantId: own, asserts: String(own) },
    {
      permissions: TENANT_ROLES.procurement_manager.filter((one) => one.endsWith('.read')),
      sees: [own],
      readOnly: 'temporary',
    },
  )

  add(
    'member of a tenant that asks for a second factor, without one',
    { userId: await memberOf(strict, 'tenant_admin'), tenantId: strict },
    { refused: [401, 'enrolment_required'] },
  )
  const lapsed = await account({ globalAdmin: true })
  await world.superuser.query(
    `insert into auth.second_factors (user_id, secret, enrolled_at, app_at) values ($1, 'x', now(), now())`,
    [lapsed],
  )
  add(
    'administrator whose second factor was not asked for in twelve hours',
    { userId: lapsed, tenantId: null },
    { refused: [401, 'second_factor_required'] },
  )

  for (const [name, key, scope, sees] of [
    ['key of upstream', await aKey(portal), 'ingest', 'all'],
    ['another key of upstream', await aKey(portal), 'ingest', 'all'],
    ['key of upstream, bound', await aKey(portal, { tenantId: own }), 'ingest', [own]],
    ['key that collects', await aKey(portal, { scope: 'collect' }), 'collect', 'all'],
    ['key that collects, bound', await aKey(portal, { scope: 'collect', tenantId: own }), 'collect', [own]],
    ['key that may only read', await aKey(portal, { scope: 'read' }), 'read', []],
  ] as const) {
    const what: Partial<Principal> = {
      ...{ refused: noSession, key: scope, bearer: true, sees: sees as number[] | 'all' },
    }
    add(name, undefined, what, { authorization: `Bearer ${key}` })
  }
  add(
    'invented key',
    undefined,
    { refused: noSession, bearer: true },
    {
      authorization: `Bearer llk_${FOREIGN}${OWN}`,
    },
  )

  const upstream = principals.find(({ name }) => name === 'key of upstream') as Principal
  upstream.sentBatches = await sendBatches(world, upstream)
  return principals
}

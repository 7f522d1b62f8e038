import * as z from 'zod'
import { Email } from '../../platform/contract/email.ts'
import { endpoint, searches } from '../../platform/contract/endpoint.ts'
import { Invited } from '../../platform/contract/invited.ts'
import { Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery, sortOf } from '../../platform/contract/page.ts'
import { OwnSession } from '../session/contract.ts'

export const USER_STATES = ['active', 'deactivated'] as const
export const USER_SORTS = ['name', 'email', 'lastSignIn', 'since'] as const
export const SESSION_SORTS = ['name', 'email', 'address', 'lastUsed', 'since'] as const
export const OPEN_INVITATION_SORTS = ['email', 'tenant', 'role', 'invitedBy', 'createdAt', 'endsAt'] as const

const Role = z.string().min(1).max(60)
const TenantId = z.number().int().min(1).max(2_147_483_647)
const Reason = z.string().trim().min(3).max(500)
const Id = z.string().min(1).max(100)

/** Everything that a person may enter. */
export const UserAccess = z
  .object({
    administrator: z.boolean(),
    /** `tenantIds` null: all tenants. */
    staff: z
      .object({ role: Role, tenantIds: z.array(TenantId).max(1000).nullable() })
      .strict()
      .nullable(),
    memberships: z.array(z.object({ tenantId: TenantId, role: Role }).strict()).max(1000),
  })
  .strict()
export type UserAccess = z.infer<typeof UserAccess>

const UserRow = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  administrator: z.boolean(),
  staffRole: z.string().nullable(),
  /** Names of the tenants that staff are assigned to; null: all of them, or no staff. */
  staffTenants: z.array(z.string()).nullable(),
  tenants: z.array(z.object({ id: z.number().int(), name: z.string(), role: z.string() })),
  deactivatedAt: Instant.nullable(),
  lastSignIn: Instant.nullable(),
  since: Instant,
  /** Has one, whether or not it is asked for. */
  secondFactor: z.boolean(),
})
export type UserRow = z.infer<typeof UserRow>

const User = UserRow.extend({
  isAsker: z.boolean(),
  access: UserAccess,
  /** What a change of the access has to name, so that nobody overwrites what they have not seen. */
  accessVersion: z.string(),
  /** Null: not locked. */
  lockedUntil: Instant.nullable(),
  sessions: z.array(OwnSession),
})
export type User = z.infer<typeof User>

/** Anybody's. */
const AnySession = OwnSession.extend({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  /** Of somebody without an account, by a code. */
  temporary: z.boolean(),
})
export type AnySession = z.infer<typeof AnySession>

const OpenInvitation = z.object({
  id: z.number().int(),
  email: z.string(),
  /** Null: to the manufacturer's own people. */
  tenant: z.string().nullable(),
  /** Null: as an administrator. */
  role: z.string().nullable(),
  invitedBy: z.string().nullable(),
  createdAt: Instant,
  endsAt: Instant,
})
export type OpenInvitation = z.infer<typeof OpenInvitation>

export const ERASURE_ACTS = ['renamed', 'deleted', 'kept', 'look'] as const
/** What an erasure did in a table; `look`: people wrote of them there, which somebody should look at. */
const ErasedRows = z.object({
  table: z.string(),
  column: z.string().optional(),
  did: z.enum(ERASURE_ACTS),
  rows: z.number().int(),
})
export type ErasureReport = z.infer<typeof ErasedRows>[]

/** Of one pasted list. */
const MOST_INVITED = 100

const meta = { permission: 'users.manage' } as const
const usersFilter = {
  search: z.string().min(1).max(200).optional(),
  state: z.enum(USER_STATES).optional(),
  role: Role.optional(),
  tenantId: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  sort: sortOf(USER_SORTS).default('name'),
}
const sessionsFilter = {
  /** Part of the name, the e-mail, the network address or what the browser calls itself. */
  search: z.string().min(1).max(200).optional(),
  sort: sortOf(SESSION_SORTS).default('-lastUsed'),
}
const format = z.enum(['csv', 'xlsx']).default('csv')
const userId = { userId: Id }

export const usersContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/admin/users',
      summary: 'Everybody who has an account, and what they may enter',
    })
    .meta({ ...meta, heavy: true })
    .input(z.object({ ...usersFilter, ...pageQuery }))
    .output(pageOf(UserRow)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/admin/users/{userId}',
      summary: 'One person: access, sessions, and whether they can sign in',
    })
    .meta(meta)
    .input(z.object(userId))
    .output(User),
  roles: endpoint
    .route({ method: 'GET', path: '/admin/user-roles', summary: 'The roles that can be given' })
    .meta(meta)
    .output(z.object({ tenant: z.array(z.string()), staff: z.array(z.string()) })),
  invitations: endpoint
    .route({
      method: 'GET',
      path: '/admin/user-invitations',
      summary: 'Who is invited and has not come yet, the newest first unless asked otherwise',
    })
    .meta(meta)
    .input(
      z.object({
        /** Part of the address, the company or who invited them. */
        search: z.string().min(1).max(200).optional(),
        sort: sortOf(OPEN_INVITATION_SORTS).default('-createdAt'),
        ...pageQuery,
      }),
    )
    .output(pageOf(OpenInvitation)),
  invite: endpoint
    .route({
      method: 'POST',
      path: '/admin/user-invitations',
      summary: 'Invites people by mail: into a tenant, as staff or as administrators',
    })
    .meta({ ...meta, stepUp: true, audit: 'user.invited' })
    .input(
      z
        .object({
          emails: z.array(Email).min(1).max(MOST_INVITED),
          as: z.discriminatedUnion('kind', [
            z.object({ kind: z.literal('tenant'), tenantId: TenantId, role: Role }).strict(),
            z
              .object({
                kind: z.literal('staff'),
                role: Role,
                tenantIds: z.array(TenantId).max(1000).nullable(),
              })
              .strict(),
            z.object({ kind: z.literal('administrator') }).strict(),
          ]),
        })
        .strict(),
    )
    .output(Invited),
  withdraw: endpoint
    .route({
      method: 'POST',
      path: '/admin/user-invitations/{id}/withdraw',
      summary: 'Takes an invitation back; its link is void',
    })
    .meta({ ...meta, audit: 'user.invitation_withdrawn' })
    .input(z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }).strict())
    .output(z.object({ email: z.string() })),
  setAccess: endpoint
    .route({
      method: 'PUT',
      path: '/admin/users/{userId}/access',
      summary: 'What a person may enter, all of it; it counts from their next request on',
    })
    .meta({ ...meta, stepUp: true, audit: 'user.access_changed' })
    .input(z.object({ ...userId, accessVersion: z.string().min(1).max(64), access: UserAccess }).strict())
    .output(z.object({ changed: z.literal(true) })),
  setState: endpoint
    .route({
      method: 'POST',
      path: '/admin/users/{userId}/state',
      summary: 'Takes the way in from a person, at once, or gives it back',
    })
    .meta({ ...meta, stepUp: true, audit: 'user.state_changed' })
    .input(z.object({ ...userId, state: z.enum(USER_STATES) }).strict())
    .output(z.object({ state: z.enum(USER_STATES) })),
  unlock: endpoint
    .route({
      method: 'POST',
      path: '/admin/users/{userId}/unlock',
      summary: 'Failed attempts are counted anew',
    })
    .meta({ ...meta, stepUp: true, audit: 'user.unlocked' })
    .input(z.object(userId).strict())
    .output(z.object({ unlocked: z.literal(true) })),
  sessions: endpoint
    .route({
      method: 'GET',
      path: '/admin/sessions',
      summary: 'Where everybody is signed in, the session used last first unless asked otherwise',
    })
    .meta({ ...meta, heavy: searches })
    .input(z.object({ ...sessionsFilter, ...pageQuery }))
    .output(pageOf(AnySession)),
  endSessions: endpoint
    .route({
      method: 'POST',
      path: '/admin/users/{userId}/sessions/end',
      summary: 'Ends one session of a person, or all but the asker’s own',
    })
    .meta({ ...meta, audit: 'user.sessions_ended' })
    .input(z.object({ ...userId, sessionId: Id.optional() }).strict())
    .output(z.object({ ended: z.number().int() })),
  changeEmail: endpoint
    .route({
      method: 'POST',
      path: '/admin/users/{userId}/email',
      summary: 'Another e-mail for a person; both addresses are told',
    })
    .meta({ ...meta, stepUp: true, audit: 'user.email_changed' })
    .input(z.object({ ...userId, email: Email, reason: Reason }).strict())
    .output(z.object({ email: z.string() })),
  erase: endpoint
    .route({
      method: 'POST',
      path: '/admin/users/{userId}/erasure',
      summary:
        'Erases what is known of a person whose account is deactivated; answers table by table what was done',
    })
    .meta({ ...meta, stepUp: true, audit: 'user.erased' })
    /** `email`: theirs, so that nobody else is meant. */
    .input(z.object({ ...userId, email: Email }).strict())
    .output(z.object({ report: z.array(ErasedRows) })),
}

const usersFile = z.object({ ...usersFilter, format })
export type UsersFileInput = z.infer<typeof usersFile>
const sessionsFile = z.object({ ...sessionsFilter, format })
export type SessionsFileInput = z.infer<typeof sessionsFile>

/** Answered outside the typed router: files. */
export const usersFileContract = {
  export: endpoint
    .route({ method: 'GET', path: '/admin/users/export', summary: 'The same people as a file, all of them' })
    .meta({ ...meta, heavy: true, audit: 'users.exported' })
    .input(usersFile)
    .output(z.file()),
  sessionsExport: endpoint
    .route({
      method: 'GET',
      path: '/admin/sessions/export',
      summary: 'The same sessions as a file, all of them',
    })
    .meta({ ...meta, heavy: true, audit: 'sessions.exported' })
    .input(sessionsFile)
    .output(z.file()),
}

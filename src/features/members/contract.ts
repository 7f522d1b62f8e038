import * as z from 'zod'
import { Email } from '../../platform/contract/email.ts'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { Invited } from '../../platform/contract/invited.ts'
import { Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery, sortOf } from '../../platform/contract/page.ts'
import { PERMISSIONS } from '../../platform/contract/permissions.ts'

/** Of one pasted list. */
export const MOST_INVITED = 100
export const MEMBER_SORTS = ['name', 'email', 'role', 'since', 'lastSeen'] as const
export const INVITATION_SORTS = ['email', 'role', 'invitedBy', 'createdAt', 'endsAt'] as const

const Role = z.string().min(1).max(60)

const Member = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  since: Instant,
  /** Null: never since the portal keeps it. */
  lastSeen: Instant.nullable(),
  isAsker: z.boolean(),
})
export type Member = z.infer<typeof Member>

const Invitation = z.object({
  id: z.number().int(),
  email: z.string(),
  role: z.string(),
  invitedBy: z.string().nullable(),
  createdAt: Instant,
  endsAt: Instant,
})
export type Invitation = z.infer<typeof Invitation>

const PastViewing = z.object({
  id: z.number().int(),
  /** Null: an account that is gone. */
  name: z.string().nullable(),
  role: z.string(),
  reason: z.string(),
  beganAt: Instant,
  /** Until when at most. */
  endsAt: Instant,
  /** Null: it goes on. */
  endedAt: Instant.nullable(),
})
export type PastViewing = z.infer<typeof PastViewing>

const meta = { permission: 'members.manage' } as const
const person = { userId: z.string().min(1).max(100) }

export const membersContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/members',
      summary: 'The people of the tenant, and the roles that the asker may give',
    })
    .meta(meta)
    .input(
      z.object({
        /** Part of the name or the address. */
        search: z.string().min(1).max(200).optional(),
        sort: sortOf(MEMBER_SORTS).default('name'),
        ...pageQuery,
      }),
    )
    .output(
      pageOf(Member).extend({
        grantable: z.array(z.string()),
        /** What the roles of a tenant’s people may do. */
        roles: z.array(z.object({ key: z.string(), permissions: z.array(z.enum(PERMISSIONS)) })),
      }),
    ),
  invitations: endpoint
    .route({
      method: 'GET',
      path: '/members/invitations',
      summary: 'Who is invited and has not come yet, the newest first unless asked otherwise',
    })
    .meta(meta)
    .input(
      z.object({
        /** Part of the address or of who invited them. */
        search: z.string().min(1).max(200).optional(),
        sort: sortOf(INVITATION_SORTS).default('-createdAt'),
        ...pageQuery,
      }),
    )
    .output(pageOf(Invitation)),
  viewings: endpoint
    .route({
      method: 'GET',
      path: '/members/viewings',
      summary: 'Which administrators of the manufacturer looked at the tenant through a role’s eyes, and why',
    })
    .meta(meta)
    .input(z.object({ search: z.string().min(1).max(200).optional(), ...pageQuery }))
    .output(pageOf(PastViewing)),
  invite: endpoint
    .route({
      method: 'POST',
      path: '/members/invitations',
      summary: 'Invites people by mail; who is a member already is left alone',
    })
    .meta({ ...meta, stepUp: true, audit: 'member.invited' })
    .input(z.object({ emails: z.array(Email).min(1).max(MOST_INVITED), role: Role }).strict())
    .output(Invited),
  withdraw: endpoint
    .route({
      method: 'POST',
      path: '/members/invitations/{id}/withdraw',
      summary: 'Takes an invitation back; its link is void',
    })
    .meta({ ...meta, audit: 'member.invitation_withdrawn' })
    .input(z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }).strict())
    .output(z.object({ email: z.string() })),
  changeRole: endpoint
    .route({
      method: 'POST',
      path: '/members/{userId}/role',
      summary: 'Another role for a member; it counts from their next request on',
    })
    .meta({ ...meta, audit: 'member.role_changed', stepUp: true })
    .input(z.object({ ...person, role: Role }).strict())
    .output(z.object({ role: z.string() })),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/members/{userId}/remove',
      summary: 'Takes a member out of the tenant, at once',
    })
    .meta({ ...meta, audit: 'member.removed' })
    .input(z.object(person).strict())
    .output(z.object({ removed: z.literal(true) })),
}

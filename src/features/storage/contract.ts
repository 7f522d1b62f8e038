import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'

const bytes = z.number().int().min(0)
const Share = z.object({ used: bytes, quota: bytes })
export type Share = z.infer<typeof Share>

/** `own`: what an administrator set; null: the installation's default. */
const Quota = Share.extend({ own: bytes.nullable() })
export type Quota = z.infer<typeof Quota>

/** From 1 MB to 1000 TB; null: the default. */
const own = z.number().int().min(1_000_000).max(1_000_000_000_000_000).nullable()
const tenant = { id: z.coerce.number().int().min(1).max(2_147_483_647) }
const person = { userId: z.string().min(1).max(100) }
const tenants = { permission: 'tenants.manage' } as const
const users = { permission: 'users.manage' } as const

export const storageContract = {
  get: endpoint
    .route({
      method: 'GET',
      path: '/storage',
      summary: 'What the asker and their company have uploaded, in bytes, and how much they may',
    })
    .meta({ signedIn: true })
    /** Null: who asks is of no company, or has no account. */
    .output(z.object({ company: Share.nullable(), person: Share.nullable() })),
  ofCompany: endpoint
    .route({
      method: 'GET',
      path: '/admin/tenants/{id}/storage',
      summary: 'What a client’s people have uploaded, and how much they may',
    })
    .meta(tenants)
    .input(z.object(tenant))
    .output(Quota),
  setOfCompany: endpoint
    .route({
      method: 'PUT',
      path: '/admin/tenants/{id}/storage',
      summary: 'How much a client’s people may upload; null: the default',
    })
    .meta({ ...tenants, audit: 'tenant.quota_changed' })
    .input(z.object({ ...tenant, own }).strict())
    .output(Quota),
  ofPerson: endpoint
    .route({
      method: 'GET',
      path: '/admin/users/{userId}/storage',
      summary: 'What a person has uploaded, and how much they may',
    })
    .meta(users)
    .input(z.object(person))
    .output(Quota),
  setOfPerson: endpoint
    .route({
      method: 'PUT',
      path: '/admin/users/{userId}/storage',
      summary: 'How much a person may upload; null: the default',
    })
    .meta({ ...users, stepUp: true, audit: 'user.quota_changed' })
    .input(z.object({ ...person, own }).strict())
    .output(Quota),
}

import * as z from 'zod'
import { Email } from '../../platform/contract/email.ts'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'

/** Hours that a code is good for: a day unless somebody says otherwise, a month at most. */
export const USUAL_HOURS = 24
export const MOST_HOURS = 720
export const MOST_USES = 100

const TenantId = z.int32().min(1)

const TemporaryAccess = z.object({
  id: z.number().int(),
  email: z.string(),
  tenantId: z.number().int(),
  tenant: z.string(),
  role: z.string(),
  uses: z.number().int(),
  used: z.number().int(),
  issuedBy: z.string().nullable(),
  createdAt: Instant,
  endsAt: Instant,
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  /** Sessions that are open now. */
  sessions: z.number().int(),
})
export type TemporaryAccess = z.infer<typeof TemporaryAccess>

const meta = { permission: 'temporary_access.manage' } as const

export const temporaryAccessContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/admin/temporary-access',
      summary: 'Who may look around by a code, the newest first',
    })
    .meta(meta)
    .input(
      z.object({
        ...pageQuery,
        /** Part of the address, of the company or of who issued it. */
        search: z.string().max(200).optional(),
      }),
    )
    .output(pageOf(TemporaryAccess)),
  choices: endpoint
    .route({
      method: 'GET',
      path: '/admin/temporary-access/choices',
      summary: 'Tenants and whether they allow it, and the roles that can be given',
    })
    .meta(meta)
    .output(
      z.object({
        tenants: z.array(z.object({ id: z.number().int(), name: z.string(), allowed: z.boolean() })),
        roles: z.array(z.string()),
      }),
    ),
  issue: endpoint
    .route({
      method: 'POST',
      path: '/admin/temporary-access',
      summary: 'Issues a code; the answer is the only time that it can be seen',
    })
    .meta({ ...meta, stepUp: true, audit: 'temporary_access.issued' })
    .input(
      z
        .object({
          email: Email,
          tenantId: TenantId,
          role: z.string().min(1).max(60),
          hours: z.int().min(1).max(MOST_HOURS).default(USUAL_HOURS),
          uses: z.int().min(1).max(MOST_USES).default(1),
        })
        .strict(),
    )
    .output(z.object({ id: z.number().int(), code: z.string(), endsAt: Instant })),
  revoke: endpoint
    .route({
      method: 'POST',
      path: '/admin/temporary-access/{id}/revoke',
      summary: 'Ends an access and its sessions, at once',
    })
    .meta({ ...meta, stepUp: true, audit: 'temporary_access.revoked' })
    .input(z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }).strict())
    .output(z.object({ email: z.string() })),
  allow: endpoint
    .route({
      method: 'PUT',
      path: '/admin/temporary-access/tenants/{tenantId}',
      summary: 'Whether a tenant allows it; where it does no longer, whoever is in goes',
    })
    .meta({ ...meta, stepUp: true, audit: 'temporary_access.allowed' })
    .input(
      z
        .object({ tenantId: z.coerce.number().int().min(1).max(2_147_483_647), allowed: z.boolean() })
        .strict(),
    )
    .output(z.object({ allowed: z.boolean() })),
}

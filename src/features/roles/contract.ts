import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { PERMISSIONS } from '../../platform/contract/permissions.ts'

export const ROLE_KINDS = ['tenant', 'staff'] as const
export type RoleKind = (typeof ROLE_KINDS)[number]

const Key = z.string().min(1).max(60)
const Name = z.string().trim().min(1).max(60)
const Held = z.array(z.enum(PERMISSIONS)).max(200)

const Role = z.object({
  key: z.string(),
  kind: z.enum(ROLE_KINDS),
  /** Null: a role that came with the portal, under its own name in each language. */
  name: z.string().nullable(),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** What it held when it came with the portal; null: a role of the installation's own. */
  shipped: z.array(z.enum(PERMISSIONS)).nullable(),
  /** People who have it. */
  people: z.number().int(),
  /** Nothing refers to it: it can be deleted. */
  unused: z.boolean(),
  /** What a change has to name, so that nobody overwrites what they have not seen. */
  version: z.string(),
})
export type Role = z.infer<typeof Role>

const meta = { permission: 'roles.manage' } as const

export const rolesContract = {
  list: endpoint
    .route({ method: 'GET', path: '/admin/roles', summary: 'The roles, and what each may do' })
    .meta(meta)
    .output(z.object({ items: z.array(Role) })),
  create: endpoint
    .route({ method: 'POST', path: '/admin/roles', summary: 'A role of the installation’s own' })
    .meta({ ...meta, stepUp: true, audit: 'role.added' })
    .input(z.object({ kind: z.enum(ROLE_KINDS), name: Name, permissions: Held }).strict())
    .output(z.object({ key: z.string() })),
  change: endpoint
    .route({
      method: 'PUT',
      path: '/admin/roles/{key}',
      summary:
        'Another name or another set for a role; it counts from the next request of everybody who has it',
    })
    .meta({ ...meta, stepUp: true, audit: 'role.changed' })
    .input(
      z
        .object({
          key: Key,
          version: z.string().min(1).max(64),
          /** Null: the name that it came with. */
          name: Name.nullable(),
          permissions: Held,
        })
        .strict(),
    )
    .output(z.object({ changed: z.literal(true) })),
  reset: endpoint
    .route({
      method: 'POST',
      path: '/admin/roles/{key}/reset',
      summary: 'Back to what the role held when it came with the portal',
    })
    .meta({ ...meta, stepUp: true, audit: 'role.reset' })
    .input(z.object({ key: Key }).strict())
    .output(z.object({ permissions: z.array(z.string()) })),
  remove: endpoint
    .route({ method: 'DELETE', path: '/admin/roles/{key}', summary: 'Deletes a role that nobody has' })
    .meta({ ...meta, stepUp: true, audit: 'role.deleted' })
    .input(z.object({ key: Key }).strict())
    .output(z.object({ deleted: z.literal(true) })),
}

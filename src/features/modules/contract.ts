import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { MODULES } from '../../platform/contract/permissions.ts'

/** At one go: a row, a column, or the way back from either. */
export const MOST_CHANGES = 5000

const client = z.number().int().min(1).max(2_147_483_647)
const ModuleChange = z.object({ client, module: z.enum(MODULES), visible: z.boolean() }).strict()
export type ModuleChange = z.infer<typeof ModuleChange>

const ModulesRow = z.object({
  id: client,
  name: z.string(),
  suspended: z.boolean(),
  /** What the client does not see; a module that is not here is visible (A8). */
  hidden: z.array(z.enum(MODULES)),
})
export type ModulesRow = z.infer<typeof ModulesRow>

/** Those that really were the other way before: what an undo has to turn. */
const Changed = z.object({ changed: z.array(ModuleChange) })

const meta = { permission: 'tenants.manage', heavy: true } as const
const search = z.string().max(200).optional()

export const modulesContract = {
  list: endpoint
    .route({ method: 'GET', path: '/admin/modules', summary: 'Which modules each client sees' })
    .meta(meta)
    .input(z.object({ search, ...pageQuery }))
    .output(pageOf(ModulesRow)),
  change: endpoint
    .route({
      method: 'PUT',
      path: '/admin/modules',
      summary: 'Shows or hides modules, at once, in the menu and in the interface',
    })
    .meta({ ...meta, audit: 'modules.changed' })
    .input(z.object({ changes: z.array(ModuleChange).min(1).max(MOST_CHANGES) }).strict())
    .output(Changed),
  changeForAll: endpoint
    .route({
      method: 'POST',
      path: '/admin/modules/all',
      summary: 'Shows or hides one module for every client that a search finds',
    })
    .meta({ ...meta, audit: 'modules.changed' })
    .input(z.object({ module: z.enum(MODULES), visible: z.boolean(), search }).strict())
    .output(Changed),
}

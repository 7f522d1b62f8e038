import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { Instant } from '../../platform/contract/money.ts'

const HEALTH_PARTS = [
  'database',
  'storage',
  'jobs',
  'mail',
  'events',
  'feeds',
  'sales_check',
  'audit_check',
  'restored',
  'time_zone',
] as const
const HEALTH_STATES = ['good', 'warn', 'bad'] as const

const Part = z.object({
  part: z.enum(HEALTH_PARTS),
  state: z.enum(HEALTH_STATES),
  /** Figures and moments by name, for the words of the screen. */
  facts: z.record(z.string(), z.union([z.number(), z.string()])),
})
export type HealthPart = z.infer<typeof Part>

export const healthContract = {
  get: endpoint
    .route({ method: 'GET', path: '/admin/health', summary: 'How the parts of the portal fare' })
    .meta({ permission: 'health.read' })
    .output(
      z.object({
        version: z.string(),
        node: z.string(),
        startedAt: Instant,
        parts: z.array(Part),
      }),
    ),
  confirm: endpoint
    .route({
      method: 'POST',
      path: '/admin/health/confirm-restored',
      summary: 'What was restored from a backup takes the original’s place: mails are sent from now on',
    })
    .meta({ permission: 'mail.manage', audit: 'backup.confirmed' })
    .output(z.object({ held: z.literal(false) })),
}

import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'

/** What administrators do about somebody else's second factor. One's own: features/session. */
export const factorsContract = {
  reset: endpoint
    .route({
      method: 'POST',
      path: '/admin/users/{userId}/second-factor/reset',
      summary: 'Takes a lost second factor away; the person is told, and their sessions end',
    })
    .meta({ permission: 'users.manage', audit: 'second_factor.reset', stepUp: true })
    .input(
      z.object({ userId: z.string().min(1).max(100), reason: z.string().trim().min(3).max(500) }).strict(),
    )
    .output(z.object({ reset: z.literal(true) })),
}

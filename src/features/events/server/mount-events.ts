import type { Hono } from 'hono'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import type { Database } from '../../../platform/server/database/open-database.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { runInTenant } from '../../../platform/server/endpoint/in-tenant.ts'
import { parseInput } from '../../../platform/server/endpoint/parse-input.ts'
import type { EventHub } from '../../../platform/server/events/event-hub.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { requestContext } from '../../../platform/server/http/request-context.ts'
import { eventsContract, eventsInput } from '../contract.ts'

const { meta } = eventsContract.stream['~orpc']

type Parts = { database: Database; signIn: SignInService; events: EventHub }

/** `GET /events`: what changed, as long as the session lives. An open stream is no activity: idle sessions end (A3). */
export function mountEvents(app: Hono<{ Variables: RequestVariables }>, { database, signIn, events }: Parts) {
  app.get('/api/v1/events', async (c) => {
    const context = requestContext(c, database, signIn)
    const { actor, lastEventId } = await runInTenant(context, { meta, write: false }, ({ actor }) => {
      // Whoever has no access yet has nothing to hear of.
      if (actor.tenantIds?.length === 0) throw refuse(403, 'permission_denied')
      const input = parseInput(eventsInput, c.req.query())
      return { actor, lastEventId: c.req.header('last-event-id') ?? input.lastEventId }
    })
    const { outgoing } = (c.env ?? {}) as { outgoing?: { destroy(): void } }
    const body = await events.open(actor, lastEventId, () => outgoing?.destroy())
    // Proxies that buffer would keep what is live to themselves.
    const headers = {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    }
    return c.body(body, 200, headers)
  })
}

import { timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import type { RequestVariables } from '../../platform/server/http/record-request.ts'
import type { Parts } from './parts.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve. `/metrics`: with the token of the secrets file. */
export function mountHealth(
  app: Hono<{ Variables: RequestVariables }>,
  {
    database,
    metrics,
    metricsToken,
    stopping,
  }: Pick<Parts, 'database' | 'metrics' | 'metricsToken' | 'stopping'>,
) {
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    const ready =
      !stopping() &&
      (await database.ping().then(
        () => true,
        () => false,
      ))
    if (!ready) c.header('retry-after', '2')
    return c.text(ready ? 'ready' : 'not ready', ready ? 200 : 503)
  })
  app.get('/metrics', async (c) => {
    const given = Buffer.from(c.req.header('authorization') ?? '')
    const right = Buffer.from(`Bearer ${metricsToken}`)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return c.text('unauthorized', 401)
    return c.text(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType })
  })
}

import { randomBytes } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes, routePath } from 'hono/route'
import type { Actor } from '../database/context.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { clientAddress } from './client-address.ts'

export type RequestVariables = {
  traceId: string
  nonce: string
  /** Where the request came from. */
  address: string
  asker?: Actor
  /** Why it was put off: what the database or the place of the files said. */
  because?: { message: string; code?: string }
  endpoint?: string
  /** A body that was read whole before anybody worked for it. */
  body?: Buffer
  /** The tag of the answer, where it is known without the answer. */
  tag?: string
}

/** A trace id for every request, on the answer and in the log line; one metric each. */
export const recordRequest =
  (log: Log, metrics: Metrics, trustedProxies: number): MiddlewareHandler<{ Variables: RequestVariables }> =>
  async (c, next) => {
    const began = performance.now()
    const traceId = randomBytes(8).toString('hex')
    c.set('traceId', traceId)
    c.set('address', clientAddress(c, trustedProxies))
    await next()
    c.res.headers.set('x-request-id', traceId)
    const ms = performance.now() - began
    const route = c.get('endpoint') ?? routeOf(c)
    metrics.answered(c.req.method, route, c.res.status, ms / 1000)
    const asker = c.get('asker')
    const line = {
      traceId,
      method: c.req.method,
      route,
      status: c.res.status,
      ms: Math.round(ms),
      tenant: asker?.tenantId,
      user: asker?.userId,
    }
    // Put off, not broken: an outage or a stop that is wanted is no alert for each request.
    if (c.res.status === 503 || c.res.status === 507)
      log.warn({ ...line, because: c.get('because') }, 'answered')
    else if (c.res.status >= 500) log.error(line, 'answered')
    else log.info(line, 'answered')
  }

function routeOf(c: Context): string {
  const path = routePath(c)
  if (path !== '*' && path !== '/*') return path
  return matchedRoutes(c).findLast((route) => route.path !== '*' && route.path !== '/*')?.path ?? 'page'
}

import { timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import { newestMigration } from '../../platform/server/database/migrate.ts'
import { refuse } from '../../platform/server/endpoint/fault.ts'
import type { RequestVariables } from '../../platform/server/http/record-request.ts'
import type { Parts } from './parts.ts'

const READY_AGAIN_SECONDS = 2

/**
 * `/healthz`: the process lives. `/readyz`: it can serve, on a database that has its migrations, with the files and secrets of this
 * installation. `/metrics`: with the token of
 * the secrets file.
 */
export function mountHealth(
  app: Hono<{ Variables: RequestVariables }>,
  {
    database,
    metrics,
    metricsToken,
    stopping,
    notReady,
  }: Pick<Parts, 'database' | 'metrics' | 'metricsToken' | 'stopping' | 'notReady'>,
) {
  const newest = newestMigration()
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    const ready = !stopping() && (await database.isMigrated(newest).catch(() => false))
    if (!ready)
      throw refuse(503, stopping() ? 'stopping' : 'database_unavailable', { retryAfter: READY_AGAIN_SECONDS })
    const reason = notReady()
    if (reason) throw refuse(503, reason, { retryAfter: READY_AGAIN_SECONDS })
    return c.text('ready')
  })
  app.get('/metrics', async (c) => {
    const given = Buffer.from(c.req.header('authorization') ?? '')
    const right = Buffer.from(`Bearer ${metricsToken}`)
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw refuse(401, 'unknown_key')
    return c.text(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType })
  })
}

import { type ServerType, serve } from '@hono/node-server'
import { sweepIngestion } from '../../features/ingestion/server/sweep-ingestion.ts'
import { createSignInService } from '../../platform/server/auth/sign-in-service.ts'
import { type Config, isLoopback } from '../../platform/server/config.ts'
import { checkCatalogue } from '../../platform/server/database/catalogue.ts'
import type { DatabaseLocation } from '../../platform/server/database/location.ts'
import { openDatabase } from '../../platform/server/database/open-database.ts'
import { withOwner } from '../../platform/server/database/with-owner.ts'
import { refuseUnguarded } from '../../platform/server/endpoint/refuse-unguarded.ts'
import type { Log } from '../../platform/server/log.ts'
import { createMetrics } from '../../platform/server/metrics.ts'
import { OperatorError } from '../../platform/server/operator-error.ts'
import type { Secrets } from '../../platform/server/secrets.ts'
import { createApp } from './create-app.ts'
import { contract } from './features.ts'

export type RunningServer = { url: string; stop(): Promise<void> }

const SWEEP_EVERY_MS = 10 * 60_000
const STOP_WITHIN_MS = 10_000

/** Serves the portal on a migrated database. Refuses when an endpoint is unguarded or the catalogue breaks a rule. */
export async function startServer(parts: {
  config: Config
  secrets: Secrets
  location: DatabaseLocation
  log: Log
}): Promise<RunningServer> {
  const { config, secrets, location, log } = parts
  refuseUnguarded(contract)
  await checkCatalogue(location)
  await withOwner(location, sweepIngestion)

  const secure = config.publicUrl ? config.publicUrl.startsWith('https://') : !isLoopback(config.host)
  const database = openDatabase(location.login('portal_app'))
  const signIn = createSignInService(location.login('portal_auth'), secrets, secure)
  let stopping = false
  const app = createApp({
    config,
    database,
    signIn,
    log,
    secure,
    metrics: createMetrics(),
    metricsToken: secrets.metrics,
    stopping: () => stopping,
  })
  const server = await listen(app.fetch, config)
  const sweep = setInterval(() => {
    signIn.sessions.sweep().catch((fault) => log.warn({ fault: String(fault) }, 'sweep failed'))
  }, SWEEP_EVERY_MS)
  sweep.unref()

  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : config.port
  return {
    url: config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    async stop() {
      stopping = true
      clearInterval(sweep)
      const closed = new Promise<void>((done) => server.close(() => done()))
      if ('closeIdleConnections' in server) server.closeIdleConnections()
      const late = setTimeout(
        () => 'closeAllConnections' in server && server.closeAllConnections(),
        STOP_WITHIN_MS,
      )
      await closed
      clearTimeout(late)
      await Promise.all([database.close(), signIn.close()])
    },
  }
}

function listen(fetch: Parameters<typeof serve>[0]['fetch'], { host, port }: Config): Promise<ServerType> {
  return new Promise((done, failed) => {
    const server = serve(
      {
        fetch,
        hostname: host,
        port,
        serverOptions: { headersTimeout: 10_000, requestTimeout: 0, keepAliveTimeout: 5_000 },
      },
      () => done(server),
    )
    server.once('error', (fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'EADDRINUSE') return failed(fault)
      failed(
        new OperatorError(
          `Port ${port} is taken by another program. Start with another one: PORT=${port + 1} npm start`,
        ),
      )
    })
  })
}

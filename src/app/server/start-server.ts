import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerType, serve } from '@hono/node-server'
import { openProvider } from '../../features/assistant/server/provider/provider.ts'
import { openCheckpoints } from '../../features/audit/server/checkpoints.ts'
import { watchAudit } from '../../features/audit/server/watch-audit.ts'
import { filesInUse } from '../../features/documents/server/files-in-use.ts'
import { openLibrary } from '../../features/documents/server/open-library.ts'
import { startScanQueue } from '../../features/documents/server/scan/scan-queue.ts'
import { sweepDocuments } from '../../features/documents/server/sweep-documents.ts'
import { startTextQueue } from '../../features/documents/server/text/text-queue.ts'
import { watchExpiry } from '../../features/documents/server/watch-expiry.ts'
import { startExportQueue } from '../../features/exports/server/export-queue.ts'
import { sweepExports } from '../../features/exports/server/sweep-exports.ts'
import { createTickets } from '../../features/exports/server/tickets.ts'
import { startCardQueue } from '../../features/finance/server/cards/card-queue.ts'
import { createCards } from '../../features/finance/server/cards/create-cards.ts'
import { judgeStoredResults } from '../../features/ingestion/server/judge-stored-results.ts'
import { createRowSeal } from '../../features/ingestion/server/rejected/row-seal.ts'
import { sweepIngestion, sweepRejectedRows } from '../../features/ingestion/server/sweep-ingestion.ts'
import { watchFeeds } from '../../features/ingestion/server/watch-feeds.ts'
import { watchSales } from '../../features/reporting/server/watch-sales.ts'
import { createSignInService } from '../../platform/server/auth/sign-in-service.ts'
import { watchBrand } from '../../platform/server/brand.ts'
import { type Config, isLoopback } from '../../platform/server/config.ts'
import { checkCatalogue } from '../../platform/server/database/catalogue.ts'
import type { DatabaseLocation } from '../../platform/server/database/location.ts'
import { openDatabase } from '../../platform/server/database/open-database.ts'
import { openOutbox } from '../../platform/server/database/open-outbox.ts'
import { withOwner } from '../../platform/server/database/with-owner.ts'
import { refuseUnguarded } from '../../platform/server/endpoint/refuse-unguarded.ts'
import { createEventHub } from '../../platform/server/events/event-hub.ts'
import { createEventMetrics, eventFigures } from '../../platform/server/events/event-metrics.ts'
import { filePlaces, openFiles } from '../../platform/server/files/open-files.ts'
import { watchStore } from '../../platform/server/files/watch-store.ts'
import { limitPipelines } from '../../platform/server/http/limit-pipelines.ts'
import { cutSlowReaders } from '../../platform/server/http/slow-readers.ts'
import { installationOf } from '../../platform/server/installation.ts'
import type { Log } from '../../platform/server/log.ts'
import { startMailWorker } from '../../platform/server/mail/mail-worker.ts'
import { openSmtp } from '../../platform/server/mail/smtp-transport.ts'
import { createUnsubscribeLinks } from '../../platform/server/mail/unsubscribe-links.ts'
import { createMetrics } from '../../platform/server/metrics.ts'
import { startNoticeWorker } from '../../platform/server/notices/notice-worker.ts'
import { PORTAL_VERSION } from '../../platform/server/portal-version.ts'
import { reportingDay } from '../../platform/server/reporting-day.ts'
import type { Secrets } from '../../platform/server/secrets.ts'
import { watchSecrets } from '../../platform/server/secrets-in-use.ts'
import { openSmsWebhook } from '../../platform/server/sms/sms-webhook.ts'
import { createApp } from './create-app.ts'
import { contract, exportKinds } from './features.ts'
import { cannotListen } from './port.ts'

export type RunningServer = { url: string; stop(): Promise<void> }

const SWEEP_EVERY_MS = 10 * 60_000
/** Who is still being answered after that is cut off; with what comes after it, the process ends within 10 s. */
const STOP_WITHIN_MS = 8_000
const CLOSE_WITHIN_MS = 1_000
/** A request that is on its way when the end begins is still answered: closing takes connections for idle until it is read. */
const LAST_CALL_MS = 250
/** Who comes back later than that looks at everything again. */
const EVENTS_KEPT_DAYS = 7
const EVENTS_KEPT = 1_000_000

/** What `/readyz` answers while the files are not there. */
const NOT_READY = {
  good: undefined,
  empty: 'files_empty',
  foreign: 'files_foreign',
  unreachable: 'files_unreachable',
} as const

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
  await withOwner(location, judgeStoredResults)
  const library = openLibrary(config)
  const secretsWatch = await watchSecrets(location, secrets, log)
  const store = await watchStore({ location, files: library.documents.files, inUse: filesInUse, log })
  const files = openFiles(filePlaces(config).exports)
  const sweepFiles = async () => {
    if (store.state() === 'good') await withOwner(location, (tx) => sweepExports(tx, files))
  }
  const sweepRows = () => withOwner(location, sweepRejectedRows)
  await Promise.all([
    sweepFiles().catch((fault) => log.warn({ fault: String(fault) }, 'exports not swept')),
    sweepRows(),
  ])
  // Not waited for: a bucket may be far away, and what nobody knows of is in nobody's way. Of another's place nothing goes.
  if (store.state() === 'good')
    withOwner(location, (tx) => sweepDocuments(tx, library.receiver)).catch((fault) =>
      log.warn({ fault: String(fault) }, 'documents not swept'),
    )

  const secure = config.publicUrl ? config.publicUrl.startsWith('https://') : !isLoopback(config.host)
  const keep = !config.databasePooler
  const database = openDatabase(location.login('portal_app'), { keep })
  const signIn = createSignInService(location.login('portal_auth'), secrets, secure, {
    keep,
    mfaPolicy: config.mfaPolicy,
    sms: config.smsWebhookUrl ? openSmsWebhook(config.smsWebhookUrl, log) : undefined,
  })
  const outbox = openOutbox(location.login('portal_events'))
  const metrics = createMetrics()
  const events = createEventHub({ outbox, log, metrics: createEventMetrics(metrics.registry) })
  metrics.watchConnections(() => ({ ...database.connections(), ...signIn.connections() }))
  const notices = startNoticeWorker({ outbox, log })
  const unwatch = watchFeeds(outbox, log, metrics.registry)
  const salesWatch = watchSales(location, log, metrics.registry)
  const brand = await watchBrand(signIn, config.brandName, log)
  const today = () => reportingDay(config.reportingAsOf, brand.timezone())
  const checkpoints = openCheckpoints(config.dataDir, secrets.checkpoints)
  const auditWatch = watchAudit(location, checkpoints, log)
  const startedAt = new Date().toISOString()
  const queue = startExportQueue({
    database,
    files,
    tickets: createTickets(secrets.hashing),
    log,
    kinds: exportKinds(today, brand.sender),
  })
  const texts = startTextQueue({ database, documents: library.documents, log })
  const scans = startScanQueue({ database, ...library, log })
  const expiry = watchExpiry(location, () => reportingDay(undefined, brand.timezone()), log)
  const provider = config.ai && openProvider(config.ai, log)
  // Not waited for: until it is known, administrators read so.
  void provider?.test()
  const cards = createCards(config.payments, secrets.hashing, log)
  const collecting = startCardQueue({ provider: cards.provider, database, location, today, log })
  const unsubscribe = createUnsubscribeLinks(secrets.hashing)
  let stopping = false
  const app = createApp({
    config,
    database,
    signIn,
    events,
    brand,
    today,
    checkpoints,
    server: {
      version: PORTAL_VERSION,
      startedAt,
      dataDir: config.dataDir,
      sendsMail: config.mail !== undefined,
      store: store.state,
      events: () => eventFigures(metrics.registry),
    },
    exports: { queue, files },
    library,
    provider,
    cards,
    unsubscribe,
    rowSeal: createRowSeal(secrets),
    salesWatch,
    log,
    secure,
    metrics,
    metricsToken: secrets.metrics,
    stopping: () => stopping,
    notReady: () => (secretsWatch.differ() ? 'secrets_differ' : NOT_READY[store.state()]),
  })
  const server = await listen(app.fetch, config)
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : config.port
  const url =
    config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  const mailWorker =
    config.mail &&
    startMailWorker({
      mails: signIn.mails,
      transport: openSmtp(config.mail.smtpUrl, config.mail.from, await installationOf(location)),
      log,
      origin: url,
      sender: brand.sender,
      unsubscribe,
    })
  const stopLooking = cutSlowReaders(server as Server)
  limitPipelines(server as Server)
  const sweepAll = () =>
    Promise.all([
      signIn.sessions.sweep(),
      signIn.mails.sweep(),
      outbox.prune(EVENTS_KEPT_DAYS, EVENTS_KEPT),
      outbox.pruneNotices(),
      sweepFiles(),
      sweepRows(),
    ]).catch((fault) => log.warn({ fault: String(fault) }, 'sweep failed'))
  const sweep = setInterval(sweepAll, SWEEP_EVERY_MS)
  sweep.unref()

  return {
    url,
    async stop() {
      stopping = true
      clearInterval(sweep)
      stopLooking()
      store.stop()
      secretsWatch.stop()
      unwatch()
      salesWatch.stop()
      brand.stop()
      auditWatch.stop()
      await Promise.all([
        events.stop(),
        queue.stop(),
        texts.stop(),
        scans.stop(),
        collecting.stop(),
        notices.stop(),
        mailWorker?.stop(),
      ])
      await sleep(LAST_CALL_MS)
      const closed = new Promise<void>((done) => server.close(() => done()))
      if ('closeIdleConnections' in server) server.closeIdleConnections()
      const late = setTimeout(
        () => 'closeAllConnections' in server && server.closeAllConnections(),
        STOP_WITHIN_MS,
      )
      await closed
      clearTimeout(late)
      const pools = Promise.all([expiry.stop(), database.close(), signIn.close(), outbox.close()])
      // A connection to a database that does not answer is not waited for.
      await Promise.race([pools, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

/** With clients that are slow, or that never send what they began (D8). Bodies have their own bounds. */
const SOCKET_TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 0,
  // Longer than the 60 s for which usual proxies keep an idle connection: one that ends it first loses what is sent meanwhile.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
}

function listen(fetch: Parameters<typeof serve>[0]['fetch'], { host, port }: Config): Promise<ServerType> {
  return new Promise((done, failed) => {
    const server = serve({ fetch, hostname: host, port, serverOptions: SOCKET_TIMEOUTS }, () => done(server))
    if ('maxRequestsPerSocket' in server) server.maxRequestsPerSocket = 1000
    server.once(
      'error',
      (fault: NodeJS.ErrnoException) => void cannotListen(fault, { host, port }).then(failed),
    )
  })
}

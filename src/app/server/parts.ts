import type { Provider } from '../../features/assistant/server/provider/provider.ts'
import type { Checkpoints } from '../../features/audit/server/checkpoints.ts'
import type { Library } from '../../features/documents/server/open-library.ts'
import type { ExportQueue } from '../../features/exports/server/export-queue.ts'
import type { CardService } from '../../features/finance/server/cards/card-service.ts'
import type { ServerFacts } from '../../features/health/server/get-health.ts'
import type { RowSeal } from '../../features/ingestion/server/rejected/row-seal.ts'
import type { SalesWatch } from '../../features/reporting/server/watch-sales.ts'
import type { SignInService } from '../../platform/server/auth/sign-in-service.ts'
import type { Brand } from '../../platform/server/brand.ts'
import type { Config } from '../../platform/server/config.ts'
import type { Database } from '../../platform/server/database/open-database.ts'
import type { EventHub } from '../../platform/server/events/event-hub.ts'
import type { FileStore } from '../../platform/server/files/stored-file.ts'
import type { ProblemCode } from '../../platform/server/http/server-messages.ts'
import type { Log } from '../../platform/server/log.ts'
import type { UnsubscribeLinks } from '../../platform/server/mail/unsubscribe-links.ts'
import type { Metrics } from '../../platform/server/metrics.ts'

/** What the server is put together from. */
export type Parts = {
  config: Config
  database: Database
  signIn: SignInService
  events: EventHub
  /** Name and logo of the portal. */
  brand: Brand
  /** ISO date that reports take for today (D1). */
  today: () => string
  /** Signed positions of the audit chains. */
  checkpoints: Checkpoints
  /** What the server tells of itself on the health screen. */
  server: ServerFacts
  /** Large exports, made beside the requests, and where their files are. */
  exports: { queue: ExportQueue; files: FileStore }
  /** The files of documents. */
  library: Library
  /** Checks the sums of sales, every night and when it is asked to. */
  salesWatch: Pick<SalesWatch, 'checkNow'>
  /** Who answers questions where a company agreed to it; absent: the built-in assistant does. */
  provider: Provider | undefined
  /** Who keeps cards and collects from them, if anybody does. */
  cards: CardService
  /** Reads the links by which mails are turned off. */
  unsubscribe: UnsubscribeLinks
  /** Opens and seals rejected rows of upstream. */
  rowSeal: RowSeal
  log: Log
  metrics: Metrics
  metricsToken: string
  /** Cookies and HSTS as on the open network; false on this machine alone. */
  secure: boolean
  /** True from SIGTERM on: `/readyz` says no, so that a balancer sends nobody here any more. */
  stopping: () => boolean
  /** The code of what keeps this server from being ready, beside its database. */
  notReady: () => ProblemCode | undefined
}

import type { SignInService } from '../../platform/server/auth/sign-in-service.ts'
import type { Config } from '../../platform/server/config.ts'
import type { Database } from '../../platform/server/database/open-database.ts'
import type { Log } from '../../platform/server/log.ts'
import type { Metrics } from '../../platform/server/metrics.ts'

/** What the server is put together from. */
export type Parts = {
  config: Config
  database: Database
  signIn: SignInService
  log: Log
  metrics: Metrics
  metricsToken: string
  /** Cookies and HSTS as on the open network; false on this machine alone. */
  secure: boolean
  /** True from SIGTERM on: `/readyz` says no, so that a balancer sends nobody here any more. */
  stopping: () => boolean
}

import type { DatabaseLocation } from '../../../../platform/server/database/location.ts'
import type { Database } from '../../../../platform/server/database/open-database.ts'
import { withOwner } from '../../../../platform/server/database/with-owner.ts'
import type { Log } from '../../../../platform/server/log.ts'
import { runQueueWorker } from '../../../../platform/server/queue-worker.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import { askProvider, keepSaid } from './ask-provider.ts'

const POLL_INTERVAL_MS = 300
/** One that hangs keeps nobody else waiting. */
const AT_ONCE = 4

type Parts = {
  provider: PaymentProvider | undefined
  database: Database
  location: DatabaseLocation
  today: () => string
  log: Log
}

/**
 * Asks the provider about every payment that is due, the first time and until its last word; several servers share the
 * work. What a server that dies had under way is due again within a minute.
 */
export function startCardQueue({ provider, database, location, today, log }: Parts) {
  if (!provider) return { stop: async () => {} }
  const workers = Array.from({ length: AT_ONCE }, () =>
    runQueueWorker({
      pollIntervalMs: POLL_INTERVAL_MS,
      claim: () => database.claimCardPayment(),
      onUnavailable: (fault) => log.warn({ fault: String(fault) }, 'payments by card wait'),
      async work(claim) {
        const said = await askProvider(provider, claim)
        await withOwner(location, (tx) => keepSaid(tx, claim, said, today()))
      },
    }),
  )
  return {
    async stop(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.stop(provider.stop)))
    },
  }
}

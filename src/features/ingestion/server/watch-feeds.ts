import { Gauge, type Registry } from 'prom-client'
import type { Outbox } from '../../../platform/server/database/open-outbox.ts'
import type { Log } from '../../../platform/server/log.ts'

const POLL_INTERVAL_MS = 60_000

/** Tells the operator of feeds that are late (B8): a gauge each, and a line in the log when one becomes late or is back. */
export function watchFeeds(outbox: Outbox, log: Log, registry: Registry): () => void {
  const labelNames = ['kind'] as const
  const registers = [registry]
  const age = new Gauge({
    name: 'feed_age_seconds',
    help: 'Since the last batch of upstream',
    labelNames,
    registers,
  })
  const late = new Gauge({ name: 'feed_late', help: '1: later than expected', labelNames, registers })
  const known = new Set<string>()

  async function look() {
    for (const { kind, lastBatchAt, expectedSeconds } of await outbox.feeds()) {
      const seconds = (Date.now() - Date.parse(lastBatchAt)) / 1000
      const isLate = expectedSeconds !== null && seconds > expectedSeconds
      age.set({ kind }, seconds)
      late.set({ kind }, isLate ? 1 : 0)
      if (isLate && !known.has(kind)) log.warn({ kind, lastBatchAt, expectedSeconds }, 'a feed is late')
      if (!isLate && known.has(kind)) log.info({ kind, lastBatchAt }, 'a feed is back')
      if (isLate) known.add(kind)
      else known.delete(kind)
    }
  }
  // Without the database the other alarms ring.
  const tell = () => look().catch((fault) => log.warn({ fault: String(fault) }, 'feeds not looked at'))
  void tell()
  const timer = setInterval(tell, POLL_INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

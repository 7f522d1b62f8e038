import type { Outbox } from '../database/open-outbox.ts'
import type { Log } from '../log.ts'

const POLL_INTERVAL_MS = 2_000
const AT_ONCE = 200

/**
 * Makes notices of what is worth telling, promises that are about to be missed and acceptances that cannot be undone any more among
 * it, and mails of notices that are due, as soon as something is in line and every two seconds. Several servers share the work; each piece is done in one transaction, so that nobody is told twice.
 */
export function startNoticeWorker({ outbox, log }: { outbox: Outbox; log: Log }) {
  let stopped = false
  let again = false
  // What time alone makes worth telling is looked for when time has passed.
  let byClock = false
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    do {
      again = false
      if (byClock) while (!stopped && (await outbox.watchIssues(AT_ONCE)) === AT_ONCE);
      if (byClock) await release()
      byClock = false
      while (!stopped && (await outbox.spreadNotices(AT_ONCE)) === AT_ONCE);
      while (!stopped && (await outbox.mailNotices(AT_ONCE)) === AT_ONCE);
    } while (again && !stopped)
  }
  /** What stands in its way keeps no notice from being made. */
  async function release(): Promise<void> {
    try {
      while (!stopped && (await outbox.releaseAcceptances(AT_ONCE)) === AT_ONCE);
    } catch (fault) {
      log.warn({ fault: String(fault) }, 'acceptances not handed on')
    }
  }
  function wake() {
    again = true
    if (stopped) return
    working ??= work()
      .catch((fault) => log.warn({ fault: String(fault) }, 'notices not looked at'))
      .finally(() => {
        working = undefined
      })
  }
  const deafen = outbox.listen(wake)
  const timer = setInterval(() => {
    byClock = true
    wake()
  }, POLL_INTERVAL_MS)
  timer.unref()
  return {
    async stop(): Promise<void> {
      stopped = true
      clearInterval(timer)
      await Promise.all([deafen(), working])
    },
  }
}

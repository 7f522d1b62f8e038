import { Gauge, type Registry } from 'prom-client'
import type { DatabaseLocation } from '../../../platform/server/database/location.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import type { Log } from '../../../platform/server/log.ts'
import type { SalesCheck } from '../contract.ts'
import { checkDue } from '../domain/check-due.ts'
import { checkSales } from './check-sales.ts'
import { listSalesChecks } from './list-sales-checks.ts'

const POLL_INTERVAL_MS = 10 * 60_000

export type SalesWatch = ReturnType<typeof watchSales>

/** Sees to it that the sums of sales are checked once a night by one of the servers, and tells the operator what came of it. */
export function watchSales(location: DatabaseLocation, log: Log, registry: Registry) {
  const tell = createGauges(registry)
  let busy = false
  async function look(due = checkDue(new Date())) {
    if (busy) return
    busy = true
    try {
      if (await checkSales(location, due)) log.info('sums of sales checked')
      const [last] = (await withOwner(location, listSalesChecks)).items
      if (last) tell(last)
      if (last?.differences)
        log.error({ differences: last.differences }, 'sums of sales differ from their lines')
    } catch (fault) {
      log.error({ fault: String(fault) }, 'sums of sales not checked')
    } finally {
      busy = false
    }
  }
  // Not at the start, which is for those who wait for it.
  const timer = setInterval(() => void look(), POLL_INTERVAL_MS)
  timer.unref()
  return {
    /** Begins a check, beside whatever asks for it; false: this server is at one. */
    checkNow() {
      if (busy) return false
      void look(new Date())
      return true
    },
    stop: () => clearInterval(timer),
  }
}

function createGauges(registry: Registry): (last: SalesCheck) => void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const differences = gauge('sales_check_differences', 'Sums that the last check found wrong')
  const lines = gauge('sales_check_lines', 'Lines that the last check counted')
  const seconds = gauge('sales_check_seconds', 'How long the last check took')
  const started = gauge('sales_check_started_timestamp_seconds', 'When the last check began')
  const failed = gauge('sales_check_failed', '1: the last check did not come to its end')
  return (last) => {
    started.set(Date.parse(last.startedAt) / 1000)
    failed.set(last.finishedAt === null ? 1 : 0)
    if (last.finishedAt === null) return
    differences.set(last.differences ?? 0)
    lines.set(last.lines ?? 0)
    seconds.set((Date.parse(last.finishedAt) - Date.parse(last.startedAt)) / 1000)
  }
}

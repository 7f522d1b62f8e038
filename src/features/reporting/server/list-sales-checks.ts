import type { Handle } from '../../../platform/server/database/handle.ts'
import type { SalesCheck } from '../contract.ts'

const MOST_CHECKS = 10

export async function listSalesChecks(tx: Handle): Promise<{ items: SalesCheck[] }> {
  const rows = await tx
    .selectFrom('sales_checks')
    .selectAll()
    .orderBy('started_at', 'desc')
    .limit(MOST_CHECKS)
    .execute()
  return {
    items: rows.map((row) => ({
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      lines: row.lines,
      differences: row.differences,
      details: row.details as SalesCheck['details'],
      fault: row.fault,
    })),
  }
}

import type { Tx } from '../../../platform/server/database/tx.ts'
import type { SalesCheck } from '../contract.ts'

type Detail = SalesCheck['details'][number]

const MOST_CHECKS = 10

export async function listSalesChecks(tx: Tx): Promise<{ items: SalesCheck[] }> {
  const rows = await tx
    .selectFrom('sales_checks')
    .selectAll()
    .orderBy('started_at', 'desc')
    .limit(MOST_CHECKS)
    .execute()
  const detailsOf = (row: (typeof rows)[number]) => row.details as Omit<Detail, 'tenantName'>[]
  const ids = new Set(rows.flatMap((row) => detailsOf(row).map(({ tenantId }) => tenantId)))
  const tenants = await tx
    .selectFrom('tenants')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...ids])
    .execute()
  const names = new Map(tenants.map(({ id, name }) => [id, name]))
  return {
    items: rows.map((row) => ({
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      lines: row.lines,
      differences: row.differences,
      details: detailsOf(row).map((one) => ({ ...one, tenantName: names.get(one.tenantId) ?? null })),
      fault: row.fault,
    })),
  }
}

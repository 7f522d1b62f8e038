import { sql } from 'kysely'
import type { DatabaseLocation } from '../../../platform/server/database/location.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import { verifySales } from '../../sales/server/published.ts'

const MOST_DETAILS = 20

/**
 * Counts every sales line and compares with the sums, unless that was done since `due` or another server is at it. Without a
 * write before the end, so that events do not wait for it. Answers whether it was done here.
 */
export async function checkSales(location: DatabaseLocation, due: Date): Promise<boolean> {
  const startedAt = new Date()
  try {
    return await withOwner(location, async (tx) => {
      const { rows } = await sql<{ mine: boolean; last: string | null }>`
        select pg_try_advisory_xact_lock(1935764846, 0) as mine, (select max(c.started_at) from portal.sales_checks c
          where c.finished_at is not null or c.started_at > now() - interval '1 hour') as last`.execute(tx)
      const [at] = rows
      if (!at?.mine || (at.last !== null && Date.parse(at.last) >= due.getTime())) return false
      const differences = await verifySales(tx)
      const { rows: sums } = await sql<{ lines: number }>`
        select coalesce(sum(t.lines), 0) as lines
          from portal.sales_sums t where t.tenant_id = 0 and t.dimension = 0 and t.period = 17 and t.year = 0`.execute(
        tx,
      )
      const details = differences
        .slice(0, MOST_DETAILS)
        .map(({ dataset, sums: of, tenantId, currency, year, wrongKeys }) => ({
          dataset,
          sums: of,
          tenantId,
          currency,
          year,
          wrongKeys,
        }))
      await tx
        .insertInto('sales_checks')
        .values({
          started_at: startedAt.toISOString(),
          finished_at: sql`clock_timestamp()`,
          lines: sums[0]?.lines ?? 0,
          differences: differences.length,
          details: JSON.stringify(details),
        })
        .execute()
      return true
    })
  } catch (fault) {
    await withOwner(location, (tx) =>
      tx
        .insertInto('sales_checks')
        .values({ started_at: startedAt.toISOString(), fault: String(fault).slice(0, 500) })
        .execute(),
    )
    throw fault
  }
}

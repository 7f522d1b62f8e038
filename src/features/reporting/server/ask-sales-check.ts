import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { SalesWatch } from './watch-sales.ts'

/** It reads every line: not more often than this. */
const AT_MOST_EVERY_S = 60

/** Begins a check beside the request. */
export async function askSalesCheck(
  tx: Tx,
  watch: Pick<SalesWatch, 'checkNow'>,
  record: (act: Act) => void,
): Promise<{ begun: true }> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(${AT_MOST_EVERY_S} - extract(epoch from now() - max(c.started_at)))::int as wait
      from portal.sales_checks c`.execute(tx)
  const wait = rows[0]?.wait ?? 0
  if (wait > 0) throw refuse(429, 'rate_limited', { values: { seconds: wait }, retryAfter: wait })
  if (!watch.checkNow()) throw refuse(409, 'in_progress')
  record({ objectType: 'sales_check', objectId: 'all', before: null, after: { asked: true } })
  return { begun: true }
}

import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import type { TransitTimes } from '../contract.ts'
import { PUBLISHED_TIMES } from '../domain/published-times.ts'
import { readAsOf } from './list-shipments.ts'
import { selectShipments } from './select-shipments.ts'

/** Averages over what was delivered in the last twelve months, beside the published ones (C4). */
export async function getTransitTimes(tx: Handle, actor: Actor, today: string): Promise<TransitTimes> {
  const since = sql<string>`(${today}::date - interval '12 months')::date`
  const [row, asOf] = await Promise.all([
    selectShipments(tx, actor, {}, { kind: 'all' })
      .where('s.state', '=', 'delivered')
      .where('s.delivered_on', '>', since)
      .where('s.delivered_on', '<=', today)
      .select([
        sql<number | null>`round(avg(s.shipped_on - s.processed_on), 1)::float8`.as('processing'),
        sql<number>`count(s.shipped_on - s.processed_on)`.as('processed'),
        sql<number | null>`round(avg(s.delivered_on - s.shipped_on), 1)::float8`.as('delivery'),
        sql<number>`count(s.delivered_on - s.shipped_on)`.as('delivered'),
        sql<number>`count(*) filter (where s.delivered_on <= s.estimated_on)`.as('onTime'),
        sql<number>`count(s.estimated_on)`.as('estimated'),
        since.as('since'),
      ])
      .executeTakeFirstOrThrow(),
    readAsOf(tx),
  ])
  return {
    processing: { days: row.processing, shipments: row.processed },
    delivery: { days: row.delivery, shipments: row.delivered },
    onTime: { shipments: row.onTime, of: row.estimated },
    published: PUBLISHED_TIMES,
    since: row.since,
    asOf,
  }
}

import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { readClassTerms } from '../../products/server/published.ts'
import type { TransitTimes } from '../contract.ts'
import { PUBLISHED_TIMES } from '../domain/published-times.ts'
import { readAsOf } from './list-shipments.ts'
import { selectShipments } from './select-shipments.ts'

/** Days, and over how many shipments that have both dates. */
const AVERAGES = [
  sql<number | null>`round(avg(s.shipped_on - s.processed_on), 1)::float8`.as('processing'),
  sql<number>`count(s.shipped_on - s.processed_on)`.as('processed'),
  sql<number | null>`round(avg(s.delivered_on - s.shipped_on), 1)::float8`.as('delivery'),
  sql<number>`count(s.delivered_on - s.shipped_on)`.as('delivered'),
] as const

type Averages = { processing: number | null; processed: number; delivery: number | null; delivered: number }
const averagesOf = ({ processing, processed, delivery, delivered }: Averages) => ({
  processing: { days: processing, shipments: processed },
  delivery: { days: delivery, shipments: delivered },
})

/** Averages over what was delivered in the last twelve months, beside the published ones (C4). */
export async function getTransitTimes(tx: Tx, actor: Actor, today: string): Promise<TransitTimes> {
  const since = sql<string>`(${today}::date - interval '12 months')::date`
  const delivered = selectShipments(tx, actor, {}, { kind: 'all' })
    .where('s.state', '=', 'delivered')
    .where('s.delivered_on', '>', since)
    .where('s.delivered_on', '<=', today)
  const [row, classes, terms, asOf] = await Promise.all([
    delivered
      .select([
        ...AVERAGES,
        sql<number>`count(*) filter (where s.delivered_on <= s.estimated_on)`.as('onTime'),
        sql<number>`count(s.estimated_on)`.as('estimated'),
        since.as('since'),
      ])
      .executeTakeFirstOrThrow(),
    delivered
      .innerJoin(
        tx
          .selectFrom('shipment_lines as l')
          .innerJoin('products as p', 'p.item_no', 'l.item_no')
          .$if(actor.tenantId !== null, (lines) => lines.where('l.tenant_id', '=', actor.tenantId as number))
          .where('p.class', 'is not', null)
          .select(['l.tenant_id', 'l.source_id', 'l.shipment_key', 'p.class'])
          .distinct()
          .as('c'),
        (join) =>
          join
            .onRef('c.tenant_id', '=', 's.tenant_id')
            .onRef('c.source_id', '=', 's.source_id')
            .onRef('c.shipment_key', '=', 's.source_key'),
      )
      .select([
        'c.class',
        ...AVERAGES,
        sql<number | null>`round(avg(s.shipped_on - s.placed_on), 1)::float8`.as('lead'),
        sql<number>`count(s.shipped_on - s.placed_on)`.as('led'),
      ])
      .groupBy('c.class')
      .execute(),
    readClassTerms(tx),
    readAsOf(tx),
  ])
  return {
    ...averagesOf(row),
    onTime: { shipments: row.onTime, of: row.estimated },
    published: PUBLISHED_TIMES,
    classes: terms.flatMap(({ class: name, leadWeeks }) => {
      const found = classes.find((one) => one.class === name)
      return found
        ? [
            {
              class: name,
              lead: { days: found.lead, shipments: found.led },
              ...averagesOf(found),
              published: leadWeeks,
            },
          ]
        : []
    }),
    since: row.since,
    asOf,
  }
}

import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { SalesTrend } from '../contract.ts'
import { type MonthSum, type TrendAsk, trendOf } from '../domain/trend.ts'
import type { AnalyticsFilter } from './get-sales-analytics.ts'
import { getSalesAnalytics } from './get-sales-analytics.ts'
import { sumsOf } from './sums-of.ts'

export type TrendFilter = AnalyticsFilter & { product?: string | undefined; customer?: string | undefined }

/** The trend of a product, of a customer, or of one's sales to the other; without either, of everything. */
export async function getSalesTrend(
  tx: Tx,
  actor: Actor,
  ask: TrendFilter,
  today: string,
): Promise<SalesTrend> {
  if (ask.product === undefined && ask.customer === undefined)
    return (await getSalesAnalytics(tx, actor, ask, today)).trend
  const { rows } = await sql<{ trend: { months: MonthSum[]; calendar: TrendAsk['calendar'] } }>`
    select portal.sales_trend(${sumsOf(actor)}::int[], ${actor.currency}, ${today}::date, ${ask.search ?? null},
      ${ask.currency ?? null}, ${ask.product ?? null}, ${ask.customer ?? null}) as trend`.execute(tx)
  const { months, calendar } = (rows[0] as (typeof rows)[number]).trend
  return trendOf(months, { ...ask, calendar, today })
}

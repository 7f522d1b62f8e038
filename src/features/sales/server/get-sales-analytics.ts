import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { SalesAnalytics } from '../contract.ts'
import { type MonthSum, trendOf } from '../domain/trend.ts'
import { sumsOf } from './sums-of.ts'

export type AnalyticsFilter = {
  search?: string | undefined
  year?: number | undefined
  quarter?: number | undefined
  currency?: string | undefined
}

/**
 * The whole Sales Analytics screen in one call of the database (D2); the trend's arithmetic follows here.
 * @param today ISO date that the reporting calendar takes for today (D1)
 */
export async function getSalesAnalytics(
  tx: Tx,
  actor: Actor,
  ask: AnalyticsFilter,
  today: string,
): Promise<SalesAnalytics> {
  const { rows } = await sql<{ screen: Omit<SalesAnalytics, 'trend'> & { months: MonthSum[] } }>`
    select portal.sales_analytics(${sumsOf(actor)}::int[], ${actor.currency}, ${today}::date, ${ask.search ?? null},
      ${ask.year ?? null}, ${ask.quarter ?? null}, ${ask.currency ?? null}) as screen`.execute(tx)
  const { months, ...screen } = (rows[0] as (typeof rows)[number]).screen
  return { ...screen, trend: trendOf(months, { ...ask, calendar: screen.calendar, today }) }
}

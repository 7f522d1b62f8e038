import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { CurrentSales } from '../contract.ts'
import type { SalesFilter } from './get-sales-history.ts'
import { sumsOf } from './sums-of.ts'

/**
 * The whole Current Sales screen in one call of the database (D2).
 * @param today ISO date that the reporting calendar takes for today (D1)
 */
export async function getCurrentSales(
  tx: Tx,
  actor: Actor,
  ask: SalesFilter,
  today: string,
): Promise<CurrentSales> {
  const { rows } = await sql<{ screen: CurrentSales }>`
    select portal.current_sales_screen(${sumsOf(actor)}::int[], ${actor.currency}, ${today}::date, ${ask.search ?? null},
      ${ask.year ?? null}, ${ask.month ?? null}, ${ask.currency ?? null}) as screen`.execute(tx)
  return (rows[0] as { screen: CurrentSales }).screen
}

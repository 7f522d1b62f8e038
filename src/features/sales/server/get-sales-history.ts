import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { SalesHistory } from '../contract.ts'
import { sumsOf } from './sums-of.ts'

export type SalesFilter = {
  search?: string | undefined
  year?: number | undefined
  month?: number | undefined
  currency?: string | undefined
}

/**
 * The whole Sales History screen in one call of the database (D2).
 * @param today ISO date that the reporting calendar takes for today (D1)
 */
export async function getSalesHistory(
  tx: Tx,
  actor: Actor,
  ask: SalesFilter,
  today: string,
): Promise<SalesHistory> {
  const { rows } = await sql<{ screen: SalesHistory }>`
    select portal.sales_history_screen(${sumsOf(actor)}::int[], ${actor.currency}, ${today}::date, ${ask.search ?? null},
      ${ask.year ?? null}, ${ask.month ?? null}, ${ask.currency ?? null}) as screen`.execute(tx)
  return (rows[0] as { screen: SalesHistory }).screen
}

import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { SalesComparison } from '../contract.ts'
import { monthNumber, monthText, readMonth } from '../domain/months.ts'
import { sumsOf } from './sums-of.ts'

export type AskedPeriods = {
  from?: string | undefined
  to?: string | undefined
  againstFrom?: string | undefined
  againstTo?: string | undefined
}

type Calendar = { currentYear: number; throughMonth: number }

/**
 * The periods to compare: without any, the months of the current year that are over with the same of the year before; with
 * one alone, the other is the same months a year earlier.
 */
function periodsOf(asked: AskedPeriods, { currentYear, throughMonth }: Calendar) {
  const month = (text: string | undefined) => (text === undefined ? undefined : monthNumber(readMonth(text)))
  // Before January is over, the whole year before is the newest that can be compared.
  const year = throughMonth === 0 ? currentYear - 1 : currentYear
  const from = month(asked.from) ?? monthNumber({ year, month: 1 })
  const to = month(asked.to) ?? monthNumber({ year, month: throughMonth || 12 })
  return {
    from,
    to,
    againstFrom: month(asked.againstFrom) ?? from - 12,
    againstTo: month(asked.againstTo) ?? to - 12,
  }
}

type Ask = AskedPeriods & { search?: string | undefined; currency?: string | undefined }

/** Two free periods side by side, from the sums (D1). */
export async function getSalesComparison(
  tx: Tx,
  actor: Actor,
  ask: Ask,
  today: string,
): Promise<SalesComparison> {
  const calendar = (
    await sql<Calendar>`
      select p.current_year as "currentYear", p.through_month as "throughMonth" from portal.reporting_period(${today}::date) p`.execute(
      tx,
    )
  ).rows[0] as Calendar
  const { from, to, againstFrom, againstTo } = periodsOf(ask, calendar)
  const { rows } = await sql<{
    compared: Omit<SalesComparison, 'period' | 'against' | 'beyond'>
  }>`
    select portal.sales_comparison(${sumsOf(actor)}::int[], ${actor.currency}, ${ask.search ?? null},
      ${ask.currency ?? null}, ${from}, ${to}, ${againstFrom}, ${againstTo}) as compared`.execute(tx)
  const over = monthNumber({ year: calendar.currentYear, month: 1 }) + calendar.throughMonth - 1
  return {
    ...(rows[0] as (typeof rows)[number]).compared,
    period: { from: monthText(from), to: monthText(to) },
    against: { from: monthText(againstFrom), to: monthText(againstTo) },
    beyond: Math.max(to, againstTo) > over,
  }
}

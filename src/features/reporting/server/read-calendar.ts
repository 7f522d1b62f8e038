import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { ReportingCalendar } from '../contract.ts'

/** @param today ISO date that the reports take for today (D1) */
export async function readCalendar(tx: Tx, today: string): Promise<ReportingCalendar> {
  const { rows } = await sql<ReportingCalendar>`
    select ${today}::text as "asOf", p.current_year as "currentYear", p.through_month as "throughMonth",
           case when m.year is not null and (m.year, m.month) = (extract(year from ${today}::date), extract(month from ${today}::date))
                 and ${today}::date < (date_trunc('month', ${today}::date) + interval '1 month' - interval '1 day')::date
                then json_build_object('year', m.year, 'month', m.month, 'closed', exists (
                  select from portal.sales_calendar c where c.year = m.year and c.month = m.month)) end as "inProgress"
      from portal.reporting_period(${today}::date) p, portal.newest_sales_month(${today}::date) m`.execute(tx)
  return rows[0] as ReportingCalendar
}

import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { Closing, ReportingCalendar } from '../contract.ts'
import { readCalendar } from './read-calendar.ts'

type Month = { year: number; month: number }
type Record = (act: Act) => void

const nameOf = ({ year, month }: Month) => `${year}-${String(month).padStart(2, '0')}`

export async function listClosings(tx: Tx): Promise<{ items: Closing[] }> {
  const rows = await tx
    .selectFrom('sales_calendar as c')
    .leftJoin('profiles as p', 'p.user_id', 'c.closed_by')
    .select(['c.year', 'c.month', 'c.closed_at', 'c.closed_by', 'p.name'])
    .orderBy('c.year', 'desc')
    .orderBy('c.month', 'desc')
    .limit(120)
    .execute()
  return {
    items: rows.map(({ year, month, closed_at, closed_by, name }) => ({
      year,
      month,
      at: closed_at,
      by: name ?? closed_by,
    })),
  }
}

/** Closes the month in progress by hand (D1). 409: another month is in progress, or none, or it is closed. */
export async function closeMonth(
  tx: Tx,
  actor: Actor,
  month: Month,
  today: string,
  record: Record,
): Promise<ReportingCalendar> {
  const { inProgress } = await readCalendar(tx, today)
  if (inProgress?.year !== month.year || inProgress.month !== month.month)
    throw refuse(409, 'not_in_progress', { errors: [{ path: 'month', message: nameOf(month) }] })
  const closed = await tx
    .insertInto('sales_calendar')
    .values({ ...month, closed_by: actor.userId })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst()
  if (closed.numInsertedOrUpdatedRows === 0n) throw refuse(409, 'conflict')
  await announce(tx)
  record({ objectType: 'month', objectId: nameOf(month), before: { closed: false }, after: { closed: true } })
  return readCalendar(tx, today)
}

/** Opens a month that was closed by hand. 404: it was not. */
export async function reopenMonth(
  tx: Tx,
  month: Month,
  today: string,
  record: Record,
): Promise<ReportingCalendar> {
  const opened = await tx
    .deleteFrom('sales_calendar')
    .where('year', '=', month.year)
    .where('month', '=', month.month)
    .executeTakeFirst()
  if (opened.numDeletedRows === 0n) throw refuse(404, 'not_found')
  await announce(tx)
  record({ objectType: 'month', objectId: nameOf(month), before: { closed: true }, after: { closed: false } })
  return readCalendar(tx, today)
}

const announce = (tx: Tx) => sql`select portal.announce_calendar()`.execute(tx)

import type { Tx } from '../../../platform/server/database/tx.ts'
import { quebecHolidays } from './quebec-holidays.ts'

/** The holidays around the demo's day and around today, by which its promises are counted; those of next year too. */
export async function seedClosedDays(tx: Tx, asOf: string): Promise<void> {
  const first = Number(asOf.slice(0, 4)) - 1
  const last = new Date().getUTCFullYear() + 1
  const days = Array.from({ length: Math.max(last, first + 2) - first + 1 }, (_, at) =>
    quebecHolidays(first + at),
  ).flat()
  await tx
    .insertInto('closed_days')
    .values(days.map(({ day, names }) => ({ day, names: JSON.stringify(names) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { ClosedDay } from '../contract.ts'

const DAY = sql<string>`day::text`.as('day')
const NAMES = sql<ClosedDay['names']>`names`.as('names')

export const listClosedDays = (tx: Tx): Promise<ClosedDay[]> =>
  tx.selectFrom('closed_days').select([DAY, NAMES]).orderBy('closed_days.day').execute()

const oneOf = (tx: Tx, day: string): Promise<ClosedDay | undefined> =>
  tx.selectFrom('closed_days').select([DAY, NAMES]).where('closed_days.day', '=', day).executeTakeFirst()

/** Closes the office on a day, or names the day otherwise. */
export async function keepClosedDay(
  tx: Tx,
  { day, names }: ClosedDay,
  record: (act: Act) => void,
): Promise<ClosedDay> {
  const before = await oneOf(tx, day)
  await tx
    .insertInto('closed_days')
    .values({ day, names: JSON.stringify(names) })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ names: JSON.stringify(names) }))
    .execute()
  record({
    ...{ chain: 0, objectType: 'closed_day', objectId: day },
    ...(before && { before: { names: before.names } }),
    after: { names },
  })
  return { day, names }
}

export async function removeClosedDay(
  tx: Tx,
  day: string,
  record: (act: Act) => void,
): Promise<{ removed: true }> {
  const before = await oneOf(tx, day)
  if (!before) throw refuse(404, 'not_found')
  await tx.deleteFrom('closed_days').where('day', '=', day).execute()
  record({ chain: 0, objectType: 'closed_day', objectId: day, before: { names: before.names } })
  return { removed: true }
}

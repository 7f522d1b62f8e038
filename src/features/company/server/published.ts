import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { ClosedDay, OfficeHours } from '../contract.ts'

export type Opening = OfficeHours & {
  /** Whose clock. */
  zone: string
  /** The next closed days of the coming two months. */
  closed: ClosedDay[]
  /** Who says so, and since when. */
  owner: string | null
  statedOn: string
}

/** When somebody is there: as promises and expected answers are counted. */
export async function readOpening(tx: Tx): Promise<Opening> {
  const { rows } = await sql<Opening>`
    select i.business_days as days, to_char(i.opens_at, 'HH24:MI') as "opensAt", to_char(i.closes_at, 'HH24:MI') as "closesAt", z.zone,
           coalesce(i.company_name, i.brand_name) as owner, i.hours_stated_on::text as "statedOn",
           coalesce((select json_agg(json_build_object('day', c.day, 'names', c.names) order by c.day) from portal.closed_days c
                      where c.day between (now() at time zone z.zone)::date and (now() at time zone z.zone)::date + 60), '[]') as closed
      from portal.installation i cross join portal.business_zone() z (zone)`.execute(tx)
  return rows[0] as Opening
}

import { sql } from 'kysely'
import type { DatabaseLocation } from '../../../platform/server/database/location.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'

/** Who asks and who answers, by the tenant's key. */
const BUYERS = { boreal: 'buyer@boreal.example', harbour: 'buyer@harbour.example' }
const ANSWERS = 'service@portal.example'

/** Purchase orders in every state; answers how many have a number. */
export const seedPurchaseOrders = (
  location: DatabaseLocation,
  day: string,
  tenants: ReadonlyMap<string, number>,
): Promise<number> =>
  withOwner(location, async (tx) => {
    const { rows } = await sql<{ email: string; id: string }>`
      select email, user_id as id from portal.profiles where email = any (${[ANSWERS, ...Object.values(BUYERS)]}::text[])`.execute(
      tx,
    )
    const idOf = (email: string) => rows.find((row) => row.email === email)?.id
    let made = 0
    for (const [key, buyer] of Object.entries(BUYERS)) {
      const answer = await sql<{ made: number }>`
        select portal.seed_purchase_orders(${tenants.get(key)}::int, ${idOf(buyer)}, ${idOf(ANSWERS)}, ${day}::date) as made`.execute(
        tx,
      )
      made += answer.rows[0]?.made ?? 0
    }
    return made
  })

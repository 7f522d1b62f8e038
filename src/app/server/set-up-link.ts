import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashSetUpToken } from '../../platform/server/auth/set-up.ts'
import type { DatabaseLocation } from '../../platform/server/database/location.ts'
import { withOwner } from '../../platform/server/database/with-owner.ts'

/**
 * A new one-time link to the set-up, good for a day, while there is no administrator (H2); undefined once there is one, and
 * then no older link is left. Several servers may each print their own. The token is behind the #, which no browser sends.
 */
export const makeSetUpLink = (location: DatabaseLocation, url: string): Promise<string | undefined> =>
  withOwner(location, async (tx) => {
    const { rows } = await sql<{ is_set_up: boolean }>`select exists (
      select from portal.profiles where global_admin) as is_set_up`.execute(tx)
    const isSetUp = rows[0]?.is_set_up === true
    await sql`delete from auth.set_up_links where ${isSetUp} or expires_at < now()`.execute(tx)
    if (isSetUp) return undefined
    const token = randomBytes(32).toString('base64url')
    await sql`insert into auth.set_up_links (token_hash, expires_at)
      values (${hashSetUpToken(token)}, now() + interval '24 hours')`.execute(tx)
    return `${url}/setup#${token}`
  })

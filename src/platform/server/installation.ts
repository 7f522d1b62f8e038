import { sql } from 'kysely'
import type { DatabaseLocation } from './database/location.ts'
import { withOwner } from './database/with-owner.ts'

/** The id of the installation (J19). */
export const installationOf = (location: DatabaseLocation): Promise<string> =>
  withOwner(location, async (tx) => {
    const { rows } = await sql<{ installation: string }>`select installation from auth.secret`.execute(tx)
    return rows[0]?.installation as string
  })

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DatabaseLocation } from './database/location.ts'
import { withOwner } from './database/with-owner.ts'
import type { Secrets } from './secrets.ts'

/** Enough to tell whether a secret is the same one, and nothing about it: they are random. */
export const fingerprints = (secrets: Secrets): Record<string, string> =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, secret]) => [
      name,
      createHash('sha256').update(`lotline backup ${name} ${secret}`).digest('hex').slice(0, 16),
    ]),
  )

/**
 * Notes in the database whose secrets are in use, and answers the names of those that the server which began before had
 * otherwise: none, unless secrets.json was lost, or a server beside has another one.
 */
export function changedSecrets(location: DatabaseLocation, secrets: Secrets): Promise<string[]> {
  const now = fingerprints(secrets)
  return withOwner(location, async (tx) => {
    const found = await sql<{ before: Record<string, string> }>`
      update auth.secret s set fingerprints = ${JSON.stringify(now)}
        from (select one, fingerprints from auth.secret for update) b where b.one = s.one
      returning b.fingerprints as before`.execute(tx)
    const before = found.rows[0]?.before ?? {}
    return Object.keys(before).filter((name) => name in now && before[name] !== now[name])
  })
}

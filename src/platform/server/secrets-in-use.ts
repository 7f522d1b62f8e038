import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DatabaseLocation } from './database/location.ts'
import { withOwner } from './database/with-owner.ts'
import type { Log } from './log.ts'
import { type Polling, poll } from './poll.ts'
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
 * The names of the secrets that are others than those in use (J19): none, unless secrets.json was lost, or a server beside has
 * another one. What nobody used yet is in use from now on.
 */
export function differingSecrets(location: DatabaseLocation, secrets: Secrets): Promise<string[]> {
  const own = fingerprints(secrets)
  return withOwner(location, async (tx) => {
    const { rows } = await sql<{ used: Record<string, string> }>`
      select fingerprints as used from auth.secret for update`.execute(tx)
    const used = rows[0]?.used ?? {}
    const fresh = Object.keys(own).some((name) => !(name in used))
    if (fresh)
      await sql`update auth.secret set fingerprints = ${JSON.stringify({ ...own, ...used })}`.execute(tx)
    return Object.keys(own).filter((name) => name in used && used[name] !== own[name])
  })
}

/** From now on these are the secrets in use: the others were lost, or replaced on purpose. */
export const adoptSecrets = (location: DatabaseLocation, secrets: Secrets): Promise<void> =>
  withOwner(location, async (tx) => {
    await sql`update auth.secret set fingerprints = ${JSON.stringify(fingerprints(secrets))}`.execute(tx)
  })

export type SecretsWatch = Polling & { differ(): boolean }

/** Looks at the start and from then on, so that it is noticed on both sides; each change is logged once. */
export async function watchSecrets(
  location: DatabaseLocation,
  secrets: Secrets,
  log: Log,
): Promise<SecretsWatch> {
  let differing: string[] = []
  const { stop } = await poll(async () => {
    // The database is away: that is told elsewhere.
    const found = await differingSecrets(location, secrets).catch(() => differing)
    if (found.length > 0 && differing.length === 0)
      log.error({ secrets: found, todo: ADVICE }, 'not ready: secrets')
    if (found.length === 0 && differing.length > 0) log.info('the secrets are those in use')
    differing = found
  })
  return { differ: () => differing.length > 0, stop }
}

const ADVICE =
  'put the secrets.json of the other servers into DATA_DIR and start again; if it was lost or replaced on purpose, say so with `portal secrets --replaced`'

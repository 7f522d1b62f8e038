import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { createPasswordHashing } from '../../../platform/server/auth/password-hashing.ts'
import { type Config, isLoopback } from '../../../platform/server/config.ts'
import type { DatabaseLocation } from '../../../platform/server/database/location.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import type { Secrets } from '../../../platform/server/secrets.ts'
import { OVERFULL_PERSON } from './overfull.ts'
import { PEOPLE } from './people.ts'

const PUBLIC_PASSWORD = 'demo-Portal-2025'

/** Everybody's password: the public one, or with DEMO_PUBLIC=1 one that follows from this installation's secrets (H2). */
export const demoPassword = (config: Config, secrets: Secrets): string =>
  config.demoPublic ? generatedPassword(secrets) : PUBLIC_PASSWORD

const generatedPassword = (secrets: Secrets) =>
  createHmac('sha256', secrets.hashing).update('demo password').digest('base64url').slice(0, 24)

/**
 * A demo that was loaded with the public password and is now served to others gets the generated one, and back; whoever
 * has a password of their own keeps it. Ends the sessions of those whose password changed, and answers how many they are.
 */
export async function bringPasswordsInStep(
  location: DatabaseLocation,
  config: Config,
  secrets: Secrets,
): Promise<number> {
  const wanted = demoPassword(config, secrets)
  const other = wanted === PUBLIC_PASSWORD ? generatedPassword(secrets) : PUBLIC_PASSWORD
  const hashing = createPasswordHashing()
  const outdated = await peopleWith(location, other)
  const changes = await Promise.all(
    outdated.map(async (userId) => ({ userId, hash: await hashing.hash(wanted) })),
  )
  await withOwner(location, async (tx) => {
    for (const { userId, hash } of changes) {
      await sql`update auth.accounts set password = ${hash}, updated_at = now()
        where user_id = ${userId} and provider_id = 'credential'`.execute(tx)
      await sql`delete from auth.sessions where user_id = ${userId}`.execute(tx)
    }
  })
  return changes.length
}

/** Whether anybody could sign in with the password that everybody knows. */
export const acceptsPublicPassword = async (location: DatabaseLocation): Promise<boolean> =>
  (await peopleWith(location, PUBLIC_PASSWORD)).length > 0

/** The same reasons for which a demo needs DEMO_PUBLIC=1 (H2). */
export const isOpenToOthers = ({ host, publicUrl, trustedProxies }: Config): boolean =>
  !isLoopback(host) ||
  trustedProxies > 0 ||
  (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname))

async function peopleWith(location: DatabaseLocation, password: string): Promise<string[]> {
  const emails = [...PEOPLE, OVERFULL_PERSON].map(({ email }) => email)
  const { rows } = await withOwner(location, (tx) =>
    sql<{ user_id: string; password: string }>`select a.user_id, a.password
      from auth.accounts a join auth.users u on u.id = a.user_id
     where a.provider_id = 'credential' and a.password is not null and u.email = any (${emails})`.execute(tx),
  )
  const hashing = createPasswordHashing()
  const matches = await Promise.all(rows.map((row) => hashing.verify(row.password, password)))
  return rows.filter((_, index) => matches[index]).map((row) => row.user_id)
}

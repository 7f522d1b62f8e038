import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DataTopic } from '../../contract/endpoint.ts'
import type { Actor } from '../database/context.ts'
import type { Handle } from '../database/handle.ts'

/** Thrown instead of working: the asker has the answer already. */
export class NotModified extends Error {}

/** What a read says of itself and what the asker brings, as the HTTP layer has them. */
export type Revalidation = {
  /** Path and query: another question is another answer. */
  address: string
  /** Of this program: another release may answer otherwise. */
  release: string
  /** ISO date that reports take for today. */
  today: string
  /** The tags of If-None-Match; empty: nothing is known yet. */
  known: readonly string[]
  onTag: (tag: string) => void
}

/**
 * The tag of an answer that follows from the data of these topics and the rights of the asker, read before the verb: a data
 * version that moves later makes the tag old, never wrong. Undefined where names of several tenants stand in the answer,
 * which no version covers.
 */
export async function dataTag(
  tx: Handle,
  actor: Actor,
  topics: readonly DataTopic[],
  { address, release, today }: Revalidation,
): Promise<string | undefined> {
  if (actor.tenantId === null) return undefined
  const { rows } = await sql<{ state: string }>`
    select portal.data_state(${[actor.tenantId]}::int[], ${topics}::text[], ${today}::date) as state`.execute(
    tx,
  )
  const rights = [
    actor.kind,
    actor.tenantId,
    actor.isAdmin,
    actor.currency,
    actor.permissions,
    actor.hiddenModules,
  ]
  const all = JSON.stringify([rows[0]?.state, rights, address, release, today])
  return `"v${createHash('sha256').update(all).digest('base64url').slice(0, 27)}"`
}

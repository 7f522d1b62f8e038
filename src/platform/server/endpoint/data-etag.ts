import { createHash } from 'node:crypto'
import type { DataTopic } from '../../contract/endpoint.ts'
import type { Actor } from '../database/context.ts'

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

/** Does the asker bring a tag of this kind? Other reads carry the hash of their answer. */
export const hasDataEtag = ({ known }: Revalidation) => known.some((tag) => /^"v[\w-]{27}"$/.test(tag))

/** Asks for the state of the asker's data, where that is one tenant's: it can be sent before it is known who asks. */
export const askState = (topics: readonly DataTopic[], { today }: Revalidation) => ({
  text: `select case when cardinality(auth.tenants()) = 1 then portal.data_state(auth.tenants(), $1, $2) end as state`,
  values: [topics, today],
})

/**
 * The tag of an answer that follows from the data of these topics and the rights of the asker, whose state was read before
 * the verb: a data version that moves later makes the tag old, never wrong. Undefined where names of several tenants stand
 * in the answer, which no version covers.
 */
export function dataEtag(
  actor: Actor,
  state: string | null,
  { address, release, today }: Revalidation,
): string | undefined {
  if (actor.tenantId === null || state === null) return undefined
  const rights = [
    actor.kind,
    actor.tenantId,
    actor.isAdmin,
    actor.currency,
    actor.permissions,
    actor.hiddenModules,
  ]
  const all = JSON.stringify([state, rights, address, release, today])
  return `"v${createHash('sha256').update(all).digest('base64url').slice(0, 27)}"`
}

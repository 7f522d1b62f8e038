import { searchTerm } from '../../../platform/domain/search-term.ts'
import { readTypedAmount } from '../../../platform/domain/typed-amount.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { type Found, SEARCH_GROUPS } from '../contract.ts'
import { hasParts } from '../domain/term.ts'
import type { SearchSource } from './published.ts'

/** So many hits of each group; one more is asked for, to know whether there are others. */
const SHOWN = 5

/** Every group that the asker may see, side by side in one transaction: what is sent at one moment is one round (send.ts). */
export async function findEverywhere(
  tx: Tx,
  actor: Actor,
  { q }: { q: string },
  { sources, today }: { sources: readonly SearchSource[]; today: string },
): Promise<Found> {
  const term = searchTerm(q)
  if (term === '' || actor.kind === 'none') return { groups: [] }
  const open = sources.filter(
    ({ permission, module }) =>
      may(actor, permission) && !(module !== undefined && actor.hiddenModules.includes(module)),
  )
  const ask = { term, parts: hasParts(term), amount: readTypedAmount(term), today, most: SHOWN + 1 }
  const found = await Promise.all(
    open.map(async ({ group, find }) => {
      const hits = await find(tx, actor, ask)
      return { group, hits: hits.slice(0, SHOWN), more: hits.length > SHOWN }
    }),
  )
  return {
    groups: found
      .filter(({ hits }) => hits.length > 0)
      .sort((one, other) => SEARCH_GROUPS.indexOf(one.group) - SEARCH_GROUPS.indexOf(other.group)),
  }
}

import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { Dashboard } from '../contract.ts'
import type { Contribution, DashboardAsk } from './contribution.ts'

type Ask = DashboardAsk & { part?: Contribution['part'] | undefined }

/** Every part that the asker may see, read side by side in one transaction. */
export async function getDashboard(
  tx: Tx,
  actor: Actor,
  { part, ...ask }: Ask,
  contributions: readonly Contribution[],
): Promise<Dashboard> {
  const shown = contributions.filter(
    (one) =>
      (part === undefined || one.part === part) &&
      !actor.hiddenModules.includes(one.module) &&
      may(actor, one.permission),
  )
  const parts = await Promise.all(shown.map(({ read }) => read(tx, actor, ask)))
  const asOf = parts.flatMap((one) => (one.asOf === undefined ? [] : [one.asOf]))
  return {
    receivables: null,
    recentOrders: null,
    activity: null,
    issues: null,
    ...Object.assign({}, ...parts),
    cards: Object.assign({}, ...parts.map(({ cards }) => cards)),
    asOf: asOf.includes(null) ? null : (asOf.toSorted()[0] ?? null),
  }
}

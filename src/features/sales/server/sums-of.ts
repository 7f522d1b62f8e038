import type { Actor } from '../../../platform/server/database/context.ts'

/**
 * The tenants whose sums answer for the asker: the member's one, those that staff may see, or 0, which stands for everybody
 * and the unassigned lines. For the planner; the policies are the guard.
 */
export function sumsOf(actor: Actor): number[] {
  if (actor.kind === 'admin') return [0]
  return actor.tenantIds ?? []
}

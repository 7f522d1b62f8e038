import type { ModuleId, Permission } from '../../../platform/contract/permissions.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { DASHBOARD_PARTS, Dashboard } from '../contract.ts'

/** What is asked of every part: in which currency, and the day that reports take for today (D1). */
export type DashboardAsk = { currency: string | undefined; today: string }

/**
 * A feature's part of the dashboard, published by it and put together by the application. Only those are read whose
 * permission and module the asker has (A8).
 */
export type Contribution = {
  part: (typeof DASHBOARD_PARTS)[number]
  permission: Permission
  module: ModuleId
  read: (tx: Tx, actor: Actor, ask: DashboardAsk) => Promise<Partial<Dashboard>>
}

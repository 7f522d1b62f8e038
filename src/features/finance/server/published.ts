import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { Dashboard } from '../../dashboard/contract.ts'
import { currencyOf, fromInvoices } from './get-finance.ts'
import { invoicesAsOf } from './list-invoices.ts'
import { hasInvoices, readOwed } from './receivables.ts'

/**
 * Where there are invoices, the dashboard's receivables come from them, in the place of the estimate from orders that
 * stands there otherwise; withheld from those who may not see invoices.
 */
export const receivablesOnDashboard = {
  part: 'orders',
  permission: 'orders.read',
  module: 'finance',
  async read(
    tx: Tx,
    actor: Actor,
    { currency, today }: { currency: string | undefined; today: string },
  ): Promise<Partial<Dashboard>> {
    const owed = await readOwed(tx, actor, today)
    if (!hasInvoices(owed)) return {}
    if (!may(actor, 'invoices.read')) return { receivables: null }
    const shown = currency ?? currencyOf(owed, actor)
    const { basis, total, under30, under60, over60 } = fromInvoices(owed, shown)
    return {
      receivables: { basis, currency: shown, total, under30, under60, over60 },
      asOf: await invoicesAsOf(tx),
    }
  },
} as const

/** For the console; `invoices.read` is the caller's to check. */
export { invoicesOfClient } from './invoices-of-client.ts'

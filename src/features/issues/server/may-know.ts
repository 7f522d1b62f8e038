import type { Actor } from '../../../platform/server/database/context.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'

/** An invoice is finance's, wherever it is told of (A8). */
export const mayInvoices = (actor: Actor): boolean =>
  may(actor, 'invoices.read') && !actor.hiddenModules.includes('finance')

/** And the state of a lot is quality control's. */
export const mayLots = (actor: Actor): boolean =>
  may(actor, 'lots.read') && !actor.hiddenModules.includes('qaqc')

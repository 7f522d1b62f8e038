import type { Actor } from '../../../platform/server/database/context.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'

/** An invoice is finance's, wherever it is told of (A8). */
export const mayInvoices = (actor: Actor): boolean =>
  may(actor, 'invoices.read') && !actor.hiddenModules.includes('finance')

import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { financeContract } from '../contract.ts'
import { getFinance, type OrderCards } from './get-finance.ts'
import { getInvoice } from './get-invoice.ts'
import { listInvoices } from './list-invoices.ts'

const os = implement(financeContract).$context<RequestContext & { today: string }>().use(inTenant)

/** Invoices and what is owed, with the figures that orders publish. */
export const financeRoutes = (orderCards: OrderCards) =>
  os.router({
    overview: os.overview.handler(({ context, input }) =>
      getFinance(context.tx, context.actor, input, { today: context.today, orderCards }),
    ),
    invoices: os.invoices.handler(({ context, input }) =>
      listInvoices(context.tx, context.actor, input, context.today),
    ),
    invoice: os.invoice.handler(({ context, input }) =>
      getInvoice(context.tx, context.actor, input, context.today),
    ),
  })

import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { reportingContract } from '../contract.ts'
import { askSalesCheck } from './ask-sales-check.ts'
import { closeMonth, listClosings, reopenMonth } from './closings.ts'
import { listSalesChecks } from './list-sales-checks.ts'
import { readCalendar } from './read-calendar.ts'
import type { SalesWatch } from './watch-sales.ts'

/** `today`: ISO date, as the reporting calendar takes it (D1). */
const os = implement(reportingContract)
  .$context<RequestContext & { today: string; salesWatch: Pick<SalesWatch, 'checkNow'> }>()
  .use(inTenant)

export const reportingRoutes = os.router({
  calendar: os.calendar.handler(({ context }) => readCalendar(context.tx, context.today)),
  closings: os.closings.handler(({ context }) => listClosings(context.tx)),
  close: os.close.handler(({ context, input }) =>
    closeMonth(context.tx, context.actor, input, context.today, context.record),
  ),
  reopen: os.reopen.handler(({ context, input }) =>
    reopenMonth(context.tx, input, context.today, context.record),
  ),
  checkSales: os.checkSales.handler(({ context }) =>
    askSalesCheck(context.tx, context.salesWatch, context.record),
  ),
  salesChecks: os.salesChecks.handler(({ context }) => listSalesChecks(context.tx)),
})

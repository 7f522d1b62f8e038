import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { reportingDay } from '../../../platform/server/reporting-day.ts'
import { reportingContract } from '../contract.ts'
import { askSalesCheck } from './ask-sales-check.ts'
import { closeMonth, listClosings, reopenMonth } from './closings.ts'
import { listSalesChecks } from './list-sales-checks.ts'
import { readCalendar } from './read-calendar.ts'
import type { SalesWatch } from './watch-sales.ts'

/** `reportingAsOf`: what the reporting calendar takes for today (D1), where the installation pins it. */
const os = implement(reportingContract)
  .$context<
    RequestContext & { reportingAsOf?: string | undefined; salesWatch: Pick<SalesWatch, 'checkNow'> }
  >()
  .use(inTenant)

export const reportingRoutes = os.router({
  calendar: os.calendar.handler(({ context }) => readCalendar(context.tx, reportingDay(context))),
  closings: os.closings.handler(({ context }) => listClosings(context.tx)),
  close: os.close.handler(({ context, input }) =>
    closeMonth(context.tx, context.actor, input, reportingDay(context), context.record),
  ),
  reopen: os.reopen.handler(({ context, input }) =>
    reopenMonth(context.tx, input, reportingDay(context), context.record),
  ),
  checkSales: os.checkSales.handler(({ context }) =>
    askSalesCheck(context.tx, context.salesWatch, context.record),
  ),
  salesChecks: os.salesChecks.handler(({ context }) => listSalesChecks(context.tx)),
})

import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { reportingDay } from '../../../platform/server/reporting-day.ts'
import { salesContract } from '../contract.ts'
import { getCurrentSales } from './get-current-sales.ts'
import { getSalesAnalytics } from './get-sales-analytics.ts'
import { getSalesComparison } from './get-sales-comparison.ts'
import { getSalesHistory } from './get-sales-history.ts'
import { getSalesTrend } from './get-sales-trend.ts'
import { listSalesLines } from './list-sales-lines.ts'

/** `reportingAsOf`: what the reporting calendar takes for today (D1), where the installation pins it. */
const os = implement(salesContract)
  .$context<RequestContext & { reportingAsOf?: string | undefined }>()
  .use(inTenant)

export const salesRoutes = os.router({
  history: os.history.handler(({ context, input }) =>
    getSalesHistory(context.tx, context.actor, input, reportingDay(context)),
  ),
  current: os.current.handler(({ context, input }) =>
    getCurrentSales(context.tx, context.actor, input, reportingDay(context)),
  ),
  lines: os.lines.handler(({ context, input }) => listSalesLines(context.tx, context.actor, input)),
  analytics: os.analytics.handler(({ context, input }) =>
    getSalesAnalytics(context.tx, context.actor, input, reportingDay(context)),
  ),
  comparison: os.comparison.handler(({ context, input }) =>
    getSalesComparison(context.tx, context.actor, input, reportingDay(context)),
  ),
  trend: os.trend.handler(({ context, input }) =>
    getSalesTrend(context.tx, context.actor, input, reportingDay(context)),
  ),
})

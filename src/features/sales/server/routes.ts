import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { salesContract } from '../contract.ts'
import { countSalesLines } from './count-sales-lines.ts'
import { getCurrentSales } from './get-current-sales.ts'
import { getSalesAnalytics } from './get-sales-analytics.ts'
import { getSalesComparison } from './get-sales-comparison.ts'
import { getSalesHistory } from './get-sales-history.ts'
import { getSalesTrend } from './get-sales-trend.ts'
import { listSalesLines } from './list-sales-lines.ts'
import { listSalesNames } from './list-sales-names.ts'

/** `today`: ISO date, as the reporting calendar takes it (D1). */
const os = implement(salesContract).$context<RequestContext & { today: string }>().use(inTenant)

export const salesRoutes = os.router({
  history: os.history.handler(({ context, input }) =>
    getSalesHistory(context.tx, context.actor, input, context.today),
  ),
  current: os.current.handler(({ context, input }) =>
    getCurrentSales(context.tx, context.actor, input, context.today),
  ),
  lines: os.lines.handler(({ context, input }) => listSalesLines(context.tx, context.actor, input)),
  counts: os.counts.handler(({ context, input }) => countSalesLines(context.tx, context.actor, input)),
  names: os.names.handler(({ context, input }) => listSalesNames(context.tx, context.actor, input)),
  analytics: os.analytics.handler(({ context, input }) =>
    getSalesAnalytics(context.tx, context.actor, input, context.today),
  ),
  comparison: os.comparison.handler(({ context, input }) =>
    getSalesComparison(context.tx, context.actor, input, context.today),
  ),
  trend: os.trend.handler(({ context, input }) =>
    getSalesTrend(context.tx, context.actor, input, context.today),
  ),
})

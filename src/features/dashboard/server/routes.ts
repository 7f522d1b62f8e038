import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { dashboardContract } from '../contract.ts'
import type { Contribution } from './contribution.ts'
import { getDashboard } from './get-dashboard.ts'

const os = implement(dashboardContract).$context<RequestContext & { today: string }>().use(inTenant)

/** The dashboard of what the features publish. */
export const dashboardRoutes = (contributions: readonly Contribution[]) =>
  os.router({
    get: os.get.handler(({ context, input: { part, currency } }) =>
      getDashboard(context.tx, context.actor, { part, currency, today: context.today }, contributions),
    ),
  })

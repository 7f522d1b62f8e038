import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { factorsContract } from '../contract.ts'
import { resetFactor } from './reset-factor.ts'

const os = implement(factorsContract).$context<RequestContext>().use(inTenant)

export const factorsRoutes = os.router({
  reset: os.reset.handler(({ context, input }) =>
    resetFactor(context.tx, context.actor, input, context.record),
  ),
})

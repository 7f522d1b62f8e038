import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { healthContract } from '../contract.ts'
import { confirmRestored } from './confirm-restored.ts'
import { getHealth, type ServerFacts } from './get-health.ts'

const os = implement(healthContract).$context<RequestContext & { server: ServerFacts }>().use(inTenant)

export const healthRoutes = os.router({
  confirm: os.confirm.handler(({ context }) => confirmRestored(context.tx, context.record)),
  get: os.get.handler(({ context }) => getHealth(context.tx, context.server)),
})

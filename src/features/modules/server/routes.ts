import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { modulesContract } from '../contract.ts'
import { changeForAll, changeModules } from './change-modules.ts'
import { listModules } from './list-modules.ts'

const os = implement(modulesContract).$context<RequestContext>().use(inTenant)

export const modulesRoutes = os.router({
  list: os.list.handler(({ context, input }) => listModules(context.tx, input)),
  change: os.change.handler(({ context, input }) => changeModules(context.tx, input.changes, context.record)),
  changeForAll: os.changeForAll.handler(({ context, input }) =>
    changeForAll(context.tx, input, context.record),
  ),
})

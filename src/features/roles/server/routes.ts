import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { rolesContract } from '../contract.ts'
import { changeRole, createRole, removeRole, resetRole } from './change-roles.ts'
import { listRoles } from './list-roles.ts'

const os = implement(rolesContract).$context<RequestContext>().use(inTenant)

export const rolesRoutes = os.router({
  list: os.list.handler(({ context }) => listRoles(context.tx)),
  create: os.create.handler(({ context, input }) => createRole(context.tx, input, context.record)),
  change: os.change.handler(({ context, input }) => changeRole(context.tx, input, context.record)),
  reset: os.reset.handler(({ context, input }) => resetRole(context.tx, input, context.record)),
  remove: os.remove.handler(({ context, input }) => removeRole(context.tx, input, context.record)),
})

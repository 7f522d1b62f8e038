import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { tenantsContract } from '../contract.ts'
import { listTenants } from './list-tenants.ts'

const os = implement(tenantsContract).$context<RequestContext>().use(inTenant)

export const tenantsRoutes = os.router({
  list: os.list.handler(({ context, input }) => listTenants(context.tx, input)),
})

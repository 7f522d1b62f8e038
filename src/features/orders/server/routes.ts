import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { ordersContract } from '../contract.ts'
import { listOrders } from './list-orders.ts'

const os = implement(ordersContract).$context<RequestContext>().use(inTenant)

export const ordersRoutes = os.router({
  list: os.list.handler(({ context, input }) => listOrders(context.tx, context.actor, input)),
})

import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { ordersContract } from '../contract.ts'
import { getOrder } from './get-order.ts'
import { listOrders } from './list-orders.ts'
import { decideStatus, listStatuses } from './order-statuses.ts'
import { listTimeline } from './order-timeline.ts'

const os = implement(ordersContract).$context<RequestContext>().use(inTenant)

export const ordersRoutes = os.router({
  list: os.list.handler(({ context, input }) => listOrders(context.tx, context.actor, input)),
  get: os.get.handler(({ context, input }) => getOrder(context.tx, context.actor, input)),
  timeline: os.timeline.handler(({ context, input }) => listTimeline(context.tx, context.actor, input)),
  statuses: os.statuses.handler(async ({ context }) => ({ items: await listStatuses(context.tx) })),
  decideStatus: os.decideStatus.handler(({ context, input }) =>
    decideStatus(context.tx, context.actor, input, context.record),
  ),
})

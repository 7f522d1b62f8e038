import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { lotsContract } from '../contract.ts'
import { getLot } from './get-lot.ts'
import { listLots } from './list-lots.ts'
import { readLotTrends } from './lot-trends.ts'
import { wishOfLot, wishOnOrder } from './wish-certificate.ts'

const os = implement(lotsContract).$context<RequestContext>().use(inTenant)

export const lotsRoutes = os.router({
  list: os.list.handler(({ context, input }) => listLots(context.tx, input)),
  get: os.get.handler(({ context, input }) => getLot(context.tx, context.actor, input)),
  wish: os.wish.handler(({ context, input }) => wishOfLot(context.tx, context.actor, input, context.record)),
  wishOnOrder: os.wishOnOrder.handler(({ context, input }) =>
    wishOnOrder(context.tx, context.actor, input, context.record),
  ),
  trends: os.trends.handler(({ context, input }) => readLotTrends(context.tx, input)),
})

import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { trackingContract } from '../contract.ts'
import { getShipment } from './get-shipment.ts'
import { getTransitTimes } from './get-transit-times.ts'
import { listShipments } from './list-shipments.ts'

/** `today`: ISO date, as the reporting calendar takes it (D1). */
const os = implement(trackingContract).$context<RequestContext & { today: string }>().use(inTenant)

export const trackingRoutes = os.router({
  list: os.list.handler(({ context: { tx, actor, today }, input }) => listShipments(tx, actor, input, today)),
  get: os.get.handler(({ context: { tx, actor, today }, input }) => getShipment(tx, actor, input, today)),
  times: os.times.handler(({ context: { tx, actor, today } }) => getTransitTimes(tx, actor, today)),
})

import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { knownVersion } from '../../../platform/server/endpoint/known-version.ts'
import { trackingContract } from '../contract.ts'
import { enteredContract } from '../entered-contract.ts'
import { readEntered } from './entered/read-entered.ts'
import { correctShipment, enterShipment, takeShipmentBack } from './entered/write-entered.ts'
import { correctEvent, enterEvent, takeEventBack } from './entered/write-events.ts'
import { getShipment } from './get-shipment.ts'
import { getTransitTimes } from './get-transit-times.ts'
import { listShipments } from './list-shipments.ts'

/** `today`: ISO date, as the reporting calendar takes it (D1). */
const os = implement({ ...trackingContract, ...enteredContract })
  .$context<RequestContext & { today: string }>()
  .use(inTenant)

/** The version that a write knows, by If-Match or in its body. */
const known = <Input extends { version?: number | undefined }>(
  { ifMatch }: { ifMatch?: string | undefined },
  input: Input,
) => ({ ...input, version: knownVersion(ifMatch, input.version) })

export const trackingRoutes = os.router({
  list: os.list.handler(({ context: { tx, actor, today }, input }) => listShipments(tx, actor, input, today)),
  get: os.get.handler(({ context: { tx, actor, today }, input }) => getShipment(tx, actor, input, today)),
  times: os.times.handler(({ context: { tx, actor, today } }) => getTransitTimes(tx, actor, today)),
  entered: os.entered.handler(({ context: { tx, actor }, input }) => readEntered(tx, actor, input)),
  enterShipment: os.enterShipment.handler(({ context, input }) =>
    enterShipment(context.tx, context.actor, input, context),
  ),
  correctShipment: os.correctShipment.handler(({ context, input }) =>
    correctShipment(context.tx, context.actor, known(context, input), context),
  ),
  takeShipmentBack: os.takeShipmentBack.handler(({ context, input }) =>
    takeShipmentBack(context.tx, context.actor, known(context, input), context.record),
  ),
  enterEvent: os.enterEvent.handler(({ context, input }) =>
    enterEvent(context.tx, context.actor, input, context),
  ),
  correctEvent: os.correctEvent.handler(({ context, input }) =>
    correctEvent(context.tx, context.actor, known(context, input), context),
  ),
  takeEventBack: os.takeEventBack.handler(({ context, input }) =>
    takeEventBack(context.tx, context.actor, known(context, input), context.record),
  ),
})

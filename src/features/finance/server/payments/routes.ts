import { implement } from '@orpc/server'
import { inTenant } from '../../../../platform/server/endpoint/in-tenant.ts'
import { methodsContract, paymentsContract } from '../../payments-contract.ts'
import type { CardContext } from '../cards/card-service.ts'
import { beginMethod, chooseMethod, completeMethod, removeMethod } from '../cards/methods.ts'
import { findPayment, listPayments, told } from './read-payments.ts'
import {
  announcePayment,
  cancelPayment,
  payByCard,
  receivePayment,
  recordPayment,
  takePaymentBack,
} from './write-payments.ts'

const os = implement({ ...paymentsContract, ...methodsContract })
  .$context<CardContext>()
  .use(inTenant)
/** They ask the provider between two transactions of their own. */
const outside = implement(methodsContract).$context<CardContext>()

/** How a company pays: by a bank transfer that it announces, or by a card that a provider keeps. */
export const paymentsRoutes = {
  payments: os.payments.handler(({ context, input }) =>
    listPayments(context.tx, context.actor, input, context.cards.provider),
  ),
  payment: os.payment.handler(async ({ context, input }) =>
    told(await findPayment(context.tx, context.actor, input.reference), context.actor),
  ),
  payByCard: os.payByCard.handler(({ context, input }) =>
    payByCard(context.tx, context.actor, input, context),
  ),
  beginMethod: outside.beginMethod.handler(({ context }) => beginMethod(context)),
  completeMethod: outside.completeMethod.handler(({ context, input }) => completeMethod(context, input)),
  chooseMethod: os.chooseMethod.handler(({ context, input }) => chooseMethod(context, context.cards, input)),
  removeMethod: outside.removeMethod.handler(({ context, input }) => removeMethod(context, input)),
  announcePayment: os.announcePayment.handler(({ context, input }) =>
    announcePayment(context.tx, context.actor, input, context.record),
  ),
  cancelPayment: os.cancelPayment.handler(({ context, input }) =>
    cancelPayment(context.tx, context.actor, input, context.record),
  ),
  receivePayment: os.receivePayment.handler(({ context, input }) =>
    receivePayment(context.tx, context.actor, input, context),
  ),
  recordPayment: os.recordPayment.handler(({ context, input }) =>
    recordPayment(context.tx, context.actor, input, context),
  ),
  takePaymentBack: os.takePaymentBack.handler(({ context, input }) =>
    takePaymentBack(context.tx, context.actor, input, context.record),
  ),
}

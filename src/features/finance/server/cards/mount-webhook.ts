import type { Hono } from 'hono'
import type { Database } from '../../../../platform/server/database/open-database.ts'
import { fromDatabase, refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { RequestVariables } from '../../../../platform/server/http/record-request.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import { TOLERANCE_SECONDS } from '../provider/read-signature.ts'

/**
 * `POST /api/payments/webhook`: the provider says that something happened. Its signature is its permission; what it says
 * moves nothing by itself, but has the provider asked. What could not be noted is sent again by it.
 */
export function mountPaymentWebhook(
  app: Hono<{ Variables: RequestVariables }>,
  { database, provider }: { database: Database; provider: PaymentProvider | undefined },
): void {
  app.post('/api/payments/webhook', async (c) => {
    c.set('endpoint', 'finance.paymentWebhook')
    if (!provider) throw refuse(404, 'no_such_endpoint')
    const about = provider.readMessage(await c.req.text(), c.req.header('stripe-signature'))
    if (!about) throw refuse(401, 'bad_signature')
    const { at, reference, id } = about
    try {
      if (!(await database.isNear(at, TOLERANCE_SECONDS))) throw refuse(401, 'bad_signature')
      if (reference !== null || id !== null) await database.hearOfPayment(reference, id)
    } catch (fault) {
      throw fromDatabase(fault)
    }
    return c.json({ received: true })
  })
}

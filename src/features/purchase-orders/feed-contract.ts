import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { CalendarDate, Currency, Instant, Quantity } from '../../platform/contract/money.ts'

const whole = z.number().int()

const FeedItem = z.object({
  id: whole,
  tenantId: whole,
  tenantName: z.string(),
  /** Codes of the tenant in the key's own system. */
  clientCodes: z.array(z.string()),
  number: whole,
  poNo: z.string().nullable(),
  /** Cancelled: after it was accepted. */
  state: z.enum(['accepted', 'cancelled']),
  /** What an acknowledgement names: it rises with every agreed change. */
  version: whole,
  currency: Currency,
  requestedDate: CalendarDate.nullable(),
  /** What the client was promised with the acceptance. */
  promisedDate: CalendarDate.nullable(),
  shipTo: z.string().nullable(),
  note: z.string().nullable(),
  submittedAt: Instant,
  lines: z.array(
    z.object({
      lineNo: whole,
      itemNo: z.string(),
      quantity: Quantity,
      unit: z.string().nullable(),
      unitPrice: z.string().nullable(),
      /** The quantity of the line's unit that the price is for. */
      pricePer: z.number(),
    }),
  ),
})
export type FeedItem = z.infer<typeof FeedItem>
export const acknowledgeInput = z
  .object({
    items: z
      .array(z.object({ id: z.int().min(1), version: z.int().min(1).max(2_147_483_647) }).strict())
      .min(1)
      .max(1000),
  })
  .strict()
export const feedQuery = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) })

/** Answered outside the typed router: with an upstream system's key instead of a session. */
export const purchaseOrderFeedContract = {
  collect: endpoint
    .route({
      method: 'GET',
      path: '/feed/purchase-orders',
      summary: 'Accepted purchase orders that upstream has not acknowledged, the oldest first',
    })
    .meta({ key: 'collect' })
    .input(feedQuery)
    .output(z.object({ items: z.array(FeedItem), more: z.boolean() })),
  acknowledge: endpoint
    .route({
      method: 'POST',
      path: '/feed/purchase-orders/acknowledge',
      summary: 'Upstream has them: they are not offered again until they change',
    })
    .meta({ key: 'collect', audit: 'purchase_orders.collected' })
    .input(acknowledgeInput)
    .output(z.object({ acknowledged: whole })),
}

import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { CalendarDate, Currency, Instant, Money } from '../../platform/contract/money.ts'

const MOST_PARTS = 100
export const PAYMENT_STATES = ['announced', 'received', 'cancelled'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

const Payment = z.object({
  /** What the bank transfer bears, and what it is found by. */
  reference: z.string(),
  /** Whose it is; there only for those who look at several tenants. */
  tenantName: z.string().optional(),
  /** Received: the manufacturer's staff say so, or upstream has sent it. */
  state: z.enum(PAYMENT_STATES),
  currency: Currency,
  amount: Money,
  parts: z.array(z.object({ invoiceId: z.number().int(), invoice: z.string(), amount: Money })),
  createdBy: z.string().nullable(),
  createdAt: Instant,
  /** The day that staff saw it come in; null where upstream sent it, and before. */
  receivedOn: CalendarDate.nullable(),
})
export type Payment = z.infer<typeof Payment>

const reads = { permission: 'invoices.read', module: 'finance' } as const
const pays = { permission: 'payments.write', module: 'finance' } as const
const reference = z.string().regex(/^PAY-[0-9A-F]{10}$/)
/** What was announced today was not received in another century. */
const day = CalendarDate.refine((value) => value >= '2000-01-01')

export const paymentsContract = {
  payments: endpoint
    .route({
      method: 'GET',
      path: '/payments',
      summary: 'Payments that were announced here, the newest first',
    })
    .meta(reads)
    .output(
      z.object({
        items: z.array(Payment),
        /** Where a transfer goes; null while the manufacturer has not said. */
        bank: z.string().nullable(),
      }),
    ),
  announcePayment: endpoint
    .route({
      method: 'POST',
      path: '/payments',
      summary:
        'One bank transfer for one or several invoices, whole or in part; answers its reference. The same `wish` again is the same payment',
    })
    .meta({ ...pays, audit: 'payment.announced' })
    .input(
      z
        .object({
          wish: z.string().regex(/^[\w-]{8,64}$/),
          parts: z
            .array(
              z
                .object({
                  invoiceId: z.int().min(1),
                  amount: z
                    .string()
                    .regex(/^\d{1,11}\.\d{2}$/)
                    .refine((amount) => /[1-9]/.test(amount)),
                })
                .strict(),
            )
            .min(1)
            .max(MOST_PARTS)
            .refine((parts) => new Set(parts.map(({ invoiceId }) => invoiceId)).size === parts.length),
        })
        .strict(),
    )
    .output(Payment),
  cancelPayment: endpoint
    .route({ method: 'POST', path: '/payments/{reference}/cancel', summary: 'Takes an announcement back' })
    .meta({ ...pays, audit: 'payment.cancelled' })
    .input(z.object({ reference }).strict())
    .output(Payment),
  receivePayment: endpoint
    .route({
      method: 'POST',
      path: '/admin/payments/{reference}/received',
      summary: 'Staff saw it come in; what upstream sends of it later is the same payment',
    })
    .meta({ permission: 'invoices.write', module: 'finance', audit: 'payment.received' })
    .input(z.object({ reference, on: day }).strict())
    .output(Payment),
}

/** Answered outside the typed router: a file, streamed. */
export const paymentsFileContract = {
  paymentPdf: endpoint
    .route({
      method: 'GET',
      path: '/payments/{reference}/pdf',
      summary:
        'What to transfer, and once it is received the receipt, as a PDF in the language of the company',
    })
    .meta({ ...reads, audit: 'payment.downloaded' })
    .input(z.object({ reference }))
    .output(z.file()),
}

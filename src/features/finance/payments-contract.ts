import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { CalendarDate, Currency, Instant, Money } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { trimmed } from '../../platform/contract/text.ts'

/** One payment pays at most so many invoices. */
export const MOST_PARTS = 500
/** Pending: the provider has not said what became of it. Action: the payer must confirm on the provider's page. */
export const PAYMENT_STATES = [
  'announced',
  'pending',
  'action',
  'received',
  'returned',
  'declined',
  'cancelled',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]
/** A deposit names no invoice; a refund is money sent back to the client, of its credit. */
export const PAYMENT_KINDS = ['payment', 'deposit', 'refund'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/** Why a provider collected nothing. */
export const DECLINES = [
  'funds',
  'expired',
  'limit',
  'authentication',
  'card',
  'provider',
  'cancelled',
  'lapsed',
  'unheard',
] as const

export type Decline = (typeof DECLINES)[number]

const CardName = z.object({ brand: z.string(), last4: z.string() })
const PaymentMethod = CardName.extend({
  id: z.number().int(),
  year: z.number().int(),
  month: z.number().int(),
  expired: z.boolean(),
  holder: z.string().nullable(),
  isDefault: z.boolean(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

const Payment = z.object({
  /** What the bank transfer bears, and what it is found by. */
  reference: z.string(),
  /** Whose it is; there only for those who look at several tenants. */
  tenantName: z.string().optional(),
  /** Received: the manufacturer's staff say so, or upstream has sent it. */
  state: z.enum(PAYMENT_STATES),
  kind: z.enum(PAYMENT_KINDS),
  currency: Currency,
  amount: Money,
  /** What of it no invoice takes: it stays as the client's credit, or of a refund was taken from there. */
  onAccount: Money,
  parts: z.array(z.object({ invoiceId: z.number().int(), invoice: z.string(), amount: Money })),
  createdBy: z.string().nullable(),
  createdAt: Instant,
  /** The day that it came in, as staff or the provider say; null where upstream sent it, and before. */
  receivedOn: CalendarDate.nullable(),
  /** Staff recorded it when it came in; nobody of the company had announced it. */
  recorded: z.boolean(),
  /** What the bank says of it, by which upstream's own row of it is found. */
  bankReference: z.string().nullable(),
  /** What a provider collects it from; null: a bank transfer. */
  card: CardName.nullable(),
  declined: z.enum(DECLINES).nullable(),
  /** What the provider gave back of it. */
  returned: Money.nullable(),
  /** The provider's page where the payer confirms; for those who may pay. */
  actionUrl: z.string().nullable(),
})
export type Payment = z.infer<typeof Payment>

const Methods = z.object({
  /** Who keeps cards; null: nobody, and there is the bank transfer alone. */
  provider: z.object({ name: z.string(), isDouble: z.boolean() }).nullable(),
  items: z.array(PaymentMethod),
})
export type Methods = z.infer<typeof Methods>
const methodId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const amount = z
  .string()
  .regex(/^\d{1,11}\.\d{2}$/)
  .refine((value) => /[1-9]/.test(value), fieldMessage('aboveZero'))
const partsOf = (least: number) =>
  z
    .array(z.object({ invoiceId: z.int().min(1), amount }).strict())
    .min(least)
    .max(MOST_PARTS)
    .refine(
      (parts) => new Set(parts.map(({ invoiceId }) => invoiceId)).size === parts.length,
      fieldMessage('twice'),
    )
const wish = z.string().regex(/^[\w-]{8,64}$/)
const wishOfParts = { wish, parts: partsOf(1) }

type Recorded = { kind: PaymentKind; parts: readonly unknown[]; onAccount?: string | undefined }
/** A payment has parts, and what came in above them; a deposit and a refund have the one amount alone. */
const isWhole = ({ kind, parts, onAccount }: Recorded, context: z.RefinementCtx): void => {
  if (kind === 'payment' && parts.length === 0)
    context.addIssue({ code: 'custom', path: ['parts'], ...fieldMessage('missing') })
  if (kind !== 'payment' && parts.length > 0)
    context.addIssue({ code: 'custom', path: ['parts'], ...fieldMessage('nothing') })
  if (kind !== 'payment' && onAccount === undefined)
    context.addIssue({ code: 'custom', path: ['onAccount'], ...fieldMessage('missing') })
}

const reads = { permission: 'invoices.read', module: 'finance' } as const
const pays = { permission: 'payments.write', module: 'finance' } as const
const reference = z.string().regex(/^PAY-[0-9A-F]{10}$/)
/** What was announced today was not received in another century. */
const day = CalendarDate.refine((value) => value >= '2000-01-01', fieldMessage('farAway'))

const said = (longest: number) => trimmed(longest).min(1)
/** Long enough to be one transfer's own: what is shorter is a number that others have too. */
const bankReference = said(100).refine(
  (value) => value.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= 4,
  fieldMessage('fourSigns'),
)
/** For the trail. */
const reason = said(500)

const PaymentPage = pageOf(Payment).extend({
  /** Of all of them, per currency: what came in, and what is announced or being collected; null after the first page. */
  sums: z.array(z.object({ currency: Currency, received: Money, announced: Money })).nullable(),
  /** What upstream has sent beside them, per currency, which is not in the list; null after the first page. */
  sent: z.array(z.object({ currency: Currency, count: z.number().int(), amount: Money })).nullable(),
  /** Where a transfer goes; null while the manufacturer has not said. */
  bank: z.string().nullable(),
  methods: Methods,
})
export type PaymentPage = z.infer<typeof PaymentPage>

export const paymentsContract = {
  payments: endpoint
    .route({
      method: 'GET',
      path: '/payments',
      summary: 'Payments that were announced or recorded here, the newest first, paged',
    })
    .meta(reads)
    .input(z.object(pageQuery))
    .output(PaymentPage),
  payment: endpoint
    .route({ method: 'GET', path: '/payments/{reference}', summary: 'One payment, as it stands now' })
    .meta(reads)
    .input(z.object({ reference }))
    .output(Payment),
  payByCard: endpoint
    .route({
      method: 'POST',
      path: '/payments/card',
      summary:
        'Has a card pay one or several invoices, whole or in part. What becomes of it is asked of the provider afterwards; the same `wish` again is the same payment',
    })
    .meta({ ...pays, audit: 'payment.ordered' })
    .input(z.object({ ...wishOfParts, methodId: z.int().min(1) }).strict())
    .output(Payment),
  announcePayment: endpoint
    .route({
      method: 'POST',
      path: '/payments',
      summary:
        'One bank transfer for one or several invoices, whole or in part; answers its reference. The same `wish` again is the same payment',
    })
    .meta({ ...pays, audit: 'payment.announced' })
    .input(z.object(wishOfParts).strict())
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
  recordPayment: endpoint
    .route({
      method: 'POST',
      path: '/admin/payments',
      summary:
        'Staff saw a payment or a deposit come in that nobody announced, or sent a refund. What upstream sends under the same bank reference is the same payment, and so is the same `wish` again',
    })
    .meta({ permission: 'invoices.write', module: 'finance', audit: 'payment.recorded' })
    .input(
      z
        .object({
          ...{ wish, tenantId: z.int32().min(1), on: day, bankReference },
          kind: z.enum(PAYMENT_KINDS).default('payment'),
          parts: partsOf(0).default([]),
          /** What came in above what the invoices take, or all of a deposit or refund. */
          onAccount: amount.optional(),
          /** Of the invoices; of a deposit or refund the company's where it is left out. */
          currency: Currency.optional(),
        })
        .strict()
        .superRefine(isWhole),
    )
    .output(Payment),
  takePaymentBack: endpoint
    .route({
      method: 'POST',
      path: '/admin/payments/{reference}/take-back',
      summary: 'Staff were wrong: it did not come in. What was announced is announced again',
    })
    .meta({ permission: 'invoices.write', module: 'finance', audit: 'payment.taken_back' })
    .input(z.object({ reference, reason }).strict())
    .output(Payment),
}

export const methodsContract = {
  beginMethod: endpoint
    .route({
      method: 'POST',
      path: '/payment-methods',
      summary: 'Where a card is added: a page of the provider, which leads back here with `setup` and `page`',
    })
    .meta({ ...pays, audit: 'payment_method.begun' })
    .input(z.object({}).strict())
    .output(z.object({ url: z.string() })),
  completeMethod: endpoint
    .route({
      method: 'POST',
      path: '/payment-methods/complete',
      summary: 'Keeps the card that was entered there, in the session that began it',
    })
    .meta({ ...pays, audit: 'payment_method.added' })
    .input(
      z
        .object({ setup: z.string().regex(/^[\w-]{20,200}$/), page: z.string().regex(/^[\w-]{1,255}$/) })
        .strict(),
    )
    .output(Methods),
  chooseMethod: endpoint
    .route({
      method: 'PUT',
      path: '/payment-methods/default',
      summary: 'What is offered first; null: the bank transfer',
    })
    .meta({ ...pays, audit: 'payment_method.chosen' })
    .input(z.object({ id: z.int().min(1).nullable() }).strict())
    .output(Methods),
  removeMethod: endpoint
    .route({
      method: 'POST',
      path: '/payment-methods/{id}/remove',
      summary: 'Has the provider forget a card, and forgets it here',
    })
    .meta({ ...pays, audit: 'payment_method.removed' })
    .input(z.object({ id: methodId }).strict())
    .output(Methods),
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

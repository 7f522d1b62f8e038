import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { losesDigits } from '../../platform/contract/minor-digits.ts'
import { CalendarDate, Currency, Instant, Money } from '../../platform/contract/money.ts'
import { trimmed } from '../../platform/contract/text.ts'
import { lineHundredths } from './domain/line-hundredths.ts'

export const DRAFT_KINDS = ['invoice', 'credit_note'] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]
export const MOST_LINES = 500

const optional = (longest: number) => trimmed(longest).nullable()
/** What a line counts, and what one of it costs: never below 0, a credit note says so by its kind. Empty: not said yet. */
const Quantity = z.string().regex(/^(\d{1,9}(\.\d{1,3})?)?$/)
const UnitPrice = z.string().regex(/^(\d{1,9}(\.\d{1,6})?)?$/)
const Sum = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/)
/** ISO 3166: a country, or a province of it. */
export const Place = z.string().regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/)
/** Per cent. */
export const Rate = z.string().regex(/^\d{1,3}(\.\d{1,4})?$/)
const day = CalendarDate.refine((value) => value >= '1900-01-01', fieldMessage('farAway'))

const facts = {
  kind: z.enum(DRAFT_KINDS),
  /** Of a credit note: the invoice that it is for, issued here. */
  creditsNo: optional(200),
  date: day,
  dueDate: day.nullable(),
  terms: optional(200),
  poNo: optional(200),
  ordNo: optional(200),
  currency: Currency,
  lines: z
    .array(
      z
        .object({
          itemNo: optional(100),
          description: trimmed(500),
          quantity: Quantity,
          unit: optional(20),
          unitPrice: UnitPrice,
          lots: optional(200).optional(),
        })
        .strict(),
    )
    .max(MOST_LINES),
}
const Tax = z.object({ name: trimmed(60).min(1), amount: Sum, rate: Rate.nullable().optional() }).strict()
/** Left out, each is the company's; taxes are those of the place. */
const prefilled = {
  billTo: optional(500).optional(),
  place: Place.nullable().optional(),
  taxes: z.array(Tax).max(6).optional(),
  /** Why other taxes stand on it than those of the place. */
  taxNote: optional(200).optional(),
}
const Facts = z.object({ ...facts, ...prefilled })
export type DraftFacts = z.infer<typeof Facts>
/** What a line comes to is kept with two decimals. */
const keepsDigits = (
  { currency, lines }: Pick<DraftFacts, 'currency' | 'lines'>,
  context: z.RefinementCtx,
): void => {
  for (const [at, { quantity, unitPrice }] of lines.entries()) {
    if (quantity === '' || unitPrice === '') continue
    // What is no number is told as that.
    if (!Quantity.safeParse(quantity).success || !UnitPrice.safeParse(unitPrice).success) continue
    if (losesDigits(lineHundredths(quantity, unitPrice), currency))
      context.addIssue({ code: 'custom', path: ['lines', at, 'unitPrice'], ...fieldMessage('thirdDecimal') })
  }
}
const isOrdered = ({ date, dueDate }: Pick<DraftFacts, 'date' | 'dueDate'>) =>
  dueDate === null || dueDate >= date
const order = { path: ['dueDate'], ...fieldMessage('follows') }
const isCredit = ({ kind, creditsNo }: Pick<DraftFacts, 'kind' | 'creditsNo'>) =>
  kind === 'credit_note' || creditsNo === null
const credit = { path: ['creditsNo'], ...fieldMessage('ofCreditNote') }

const Draft = z.object({
  ...facts,
  billTo: z.string().nullable(),
  place: Place.nullable(),
  taxes: z.array(Tax),
  taxNote: z.string().nullable(),
  id: z.number().int(),
  tenantId: z.number().int(),
  tenantName: z.string(),
  version: z.number().int(),
  /** Below 0: a credit note. */
  subtotal: Money,
  total: Money,
  createdBy: z.string().nullable(),
  updatedAt: Instant,
})
export type InvoiceDraft = z.infer<typeof Draft>

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const version = z.int().min(1)
const meta = { permission: 'invoices.write', module: 'finance' } as const
const PATH = '/admin/invoice-drafts'

/** What an invoice begins with: the company's own facts, and lines that are not invoiced yet. */
const Start = z.object({
  tenantId: z.number().int(),
  tenantName: z.string(),
  currency: Currency,
  terms: z.string().nullable(),
  billTo: z.string().nullable(),
  place: Place.nullable(),
  /** Its invoices come from there: none is written here. */
  fromUpstream: z.boolean(),
  ordNo: z.string().nullable(),
  poNo: z.string().nullable(),
  lines: z.array(
    z.object({
      itemNo: z.string().nullable(),
      description: z.string(),
      quantity: z.string(),
      unit: z.string().nullable(),
      unitPrice: z.string(),
      lots: z.string().nullable(),
    }),
  ),
  /** The order or shipment has lines, and all of them are invoiced. */
  allInvoiced: z.boolean(),
})
export type DraftStart = z.infer<typeof Start>

export const CHOICES = ['orders', 'purchaseOrders', 'items'] as const
const Choice = z.object({
  value: z.string(),
  label: z.string().nullable(),
  unit: z.string().nullable(),
  unitPrice: z.string().nullable(),
})
export type DraftChoice = z.infer<typeof Choice>

export const draftsContract = {
  startDraft: endpoint
    .route({
      method: 'GET',
      path: '/admin/invoice-start',
      summary:
        'What an invoice of a company begins with: its currency, terms, address and place, and the lines of an order or shipment that are not invoiced yet',
    })
    .meta(meta)
    .input(
      z.object({
        tenantId: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
        /** Ids of an order or shipment, which say whose it is. */
        order: id.optional(),
        shipment: id.optional(),
      }),
    )
    .output(Start),
  draftChoices: endpoint
    .route({
      method: 'GET',
      path: '/admin/invoice-choices',
      summary: 'Orders, purchase orders or items of one company, by a part of their number or name',
    })
    .meta(meta)
    .input(
      z.object({
        tenantId: z.coerce.number().int().min(1).max(2_147_483_647),
        of: z.enum(CHOICES),
        /** Items are offered with their price of today in this currency; without it, with none. */
        currency: Currency.optional(),
        search: z.string().max(200).optional(),
      }),
    )
    .output(z.object({ items: z.array(Choice) })),
  drafts: endpoint
    .route({ method: 'GET', path: PATH, summary: 'Invoices that are being written, the newest first' })
    .meta(meta)
    .output(z.object({ items: z.array(Draft.omit({ lines: true, taxes: true })) })),
  draft: endpoint
    .route({ method: 'GET', path: `${PATH}/{id}`, summary: 'One of them, with lines and taxes' })
    .meta(meta)
    .input(z.object({ id }))
    .output(Draft),
  createDraft: endpoint
    .route({
      method: 'POST',
      path: PATH,
      summary: 'Begins an invoice or credit note for a company whose invoices do not come from upstream',
    })
    .meta({ ...meta, audit: 'invoice.drafted' })
    .input(
      Facts.extend({ tenantId: z.int32().min(1) })
        .strict()
        .refine(isOrdered, order)
        .refine(isCredit, credit)
        .superRefine(keepsDigits),
    )
    .output(z.object({ id: z.number().int() })),
  changeDraft: endpoint
    .route({
      method: 'PUT',
      path: `${PATH}/{id}`,
      summary: 'Writes it anew; 412 when somebody else did first (If-Match or version)',
    })
    .meta({ ...meta, audit: 'invoice.draft_changed' })
    .input(
      Facts.extend({ id, version: version.optional() })
        .strict()
        .refine(isOrdered, order)
        .refine(isCredit, credit)
        .superRefine(keepsDigits),
    )
    .output(z.object({ version: z.number().int() })),
  discardDraft: endpoint
    .route({ method: 'POST', path: `${PATH}/{id}/discard`, summary: 'Throws it away' })
    .meta({ ...meta, audit: 'invoice.draft_discarded' })
    .input(z.object({ id, version: version.optional() }).strict())
    .output(z.object({ discarded: z.literal(true) })),
  issueDraft: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/issue`,
      summary:
        'Issues it with the next number of its company; nothing of it changes from then on. 422 names all that is missing',
    })
    // A credit note above the approval limit asks again (J7): the verb calls `needFresh` before it issues one.
    .meta({ ...meta, stepUp: 'inside', audit: 'invoice.issued' })
    .input(z.object({ id, version: version.optional() }).strict())
    .output(z.object({ id: z.number().int(), number: z.string() })),
}

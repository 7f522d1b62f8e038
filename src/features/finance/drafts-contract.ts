import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { losesDigits } from '../../platform/contract/minor-digits.ts'
import { CalendarDate, Currency, Instant, Money } from '../../platform/contract/money.ts'
import { says } from '../../platform/contract/says.ts'
import { trimmed } from '../../platform/contract/text.ts'
import { lineHundredths } from './domain/line-hundredths.ts'

export const DRAFT_KINDS = ['invoice', 'credit_note'] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]
export const MOST_LINES = 500

const optional = (longest: number) => trimmed(longest).nullable()
/** What a line counts, and what one of it costs: never below 0, a credit note says so by its kind. */
const Quantity = z.string().regex(/^\d{1,9}(\.\d{1,3})?$/)
const UnitPrice = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/)
const Sum = z.string().regex(/^-?\d{1,9}(\.\d{1,2})?$/)
const day = CalendarDate.refine((value) => value >= '1900-01-01', says('farAway'))

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
          description: trimmed(500).min(1),
          quantity: Quantity,
          unit: optional(20),
          unitPrice: UnitPrice,
        })
        .strict(),
    )
    .min(1)
    .max(MOST_LINES),
  /** As given: nothing is computed from rates here. */
  taxes: z.array(z.object({ name: trimmed(60).min(1), amount: Sum }).strict()).max(6),
}
const Facts = z.object(facts)
export type DraftFacts = z.infer<typeof Facts>
/** What a line comes to is kept with two decimals. */
const keepsDigits = (
  { currency, lines }: Pick<DraftFacts, 'currency' | 'lines'>,
  context: z.RefinementCtx,
): void => {
  for (const [at, { quantity, unitPrice }] of lines.entries()) {
    // What is no number is told as that.
    if (!Quantity.safeParse(quantity).success || !UnitPrice.safeParse(unitPrice).success) continue
    if (losesDigits(lineHundredths(quantity, unitPrice), currency))
      context.addIssue({ code: 'custom', path: ['lines', at, 'unitPrice'], ...says('thirdDecimal') })
  }
}
const isOrdered = ({ date, dueDate }: Pick<DraftFacts, 'date' | 'dueDate'>) =>
  dueDate === null || dueDate >= date
const order = { path: ['dueDate'], ...says('follows') }
const isCredit = ({ kind, creditsNo }: Pick<DraftFacts, 'kind' | 'creditsNo'>) =>
  kind === 'credit_note' || creditsNo === null
const credit = { path: ['creditsNo'], ...says('ofCreditNote') }

const Draft = Facts.extend({
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

export const draftsContract = {
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
      summary: 'Issues it with the next number of its company; nothing of it changes from then on',
    })
    // A credit note above the approval limit asks again (J7): the verb calls `needFresh` before it issues one.
    .meta({ ...meta, stepUp: 'inside', audit: 'invoice.issued' })
    .input(z.object({ id, version: version.optional() }).strict())
    .output(z.object({ id: z.number().int(), number: z.string() })),
}

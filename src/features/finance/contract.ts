import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { LANGUAGES } from '../../platform/contract/languages.ts'
import { CalendarDate, Currency, Instant, Money, Quantity } from '../../platform/contract/money.ts'
import { pageOf, pageQuery, sortOf } from '../../platform/contract/page.ts'
import { text } from '../../platform/contract/text.ts'

/** Of a credit note. Open: the client has some of it to its credit. Refunded: money was sent back for it. Applied: it was taken off invoices. */
export const CREDIT_NOTE_STATES = ['credit_open', 'credit_applied', 'credit_refunded'] as const
/** Paid: nothing is open. Upcoming: dated later than today. Overdue: past its due date. Pending: open and not yet due. A credit note is none of these. */
export const INVOICE_STATES = ['paid', 'pending', 'upcoming', 'overdue', ...CREDIT_NOTE_STATES] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]
/** Parts of what is owed: by days to the due date, and by days past it (D4). */
const DUE_PARTS = ['overdue', 'within7', 'within30', 'later'] as const
const AGE_PARTS = ['under30', 'under60', 'over60'] as const
export const OWED_PARTS = [...DUE_PARTS, ...AGE_PARTS] as const
export type OwedPart = (typeof OWED_PARTS)[number]
/** What a list is asked for: one of the states, what is to be paid by now (pending or overdue), or every credit note. */
export const ASKED_STATES = [...INVOICE_STATES, 'open', 'credit_note'] as const
export type AskedState = (typeof ASKED_STATES)[number]

/**
 * Announced: a transfer of the company, or a card that its provider has not answered for; its date is the day that it was announced.
 * Dated: upstream has sent it with a date that has not come.
 */
const Announced = z.object({
  kind: z.enum(['announced', 'pending', 'dated']),
  reference: z.string(),
  date: CalendarDate,
  amount: Money,
})
export type Announced = z.infer<typeof Announced>

const INVOICE_KINDS = ['invoice', 'credit_note'] as const

export const Invoice = z.object({
  id: z.number().int(),
  /** Whose it is; there only for those who look at several tenants. */
  tenantName: z.string().optional(),
  number: z.string(),
  kind: z.enum(INVOICE_KINDS),
  date: CalendarDate,
  dueDate: CalendarDate.nullable(),
  terms: z.string().nullable(),
  clientName: z.string().nullable(),
  ordNo: z.string().nullable(),
  poNo: z.string().nullable(),
  currency: Currency,
  /** Below 0: a credit note. */
  total: Money,
  /** Payments and credits that name it and are not dated later than today. */
  paid: Money,
  balance: Money,
  /** What is on its way to pay it, and lowers no balance yet. */
  announced: z.array(Announced),
  state: z.enum(INVOICE_STATES),
  /** Since the due date; 0 unless it is overdue. */
  daysOverdue: z.number().int(),
})
export type Invoice = z.infer<typeof Invoice>

export const INVOICE_SORTS = [
  'number',
  'date',
  'dueDate',
  'clientName',
  'ordNo',
  'poNo',
  'total',
  'balance',
  'tenantName',
] as const
export type InvoiceSort = (typeof INVOICE_SORTS)[number]

const sorts = INVOICE_SORTS.flatMap((field) => [field, `-${field}` as const])

/** Nothing was invoiced before. */
const day = CalendarDate.refine((value) => value >= '1900-01-01', fieldMessage('farAway'))

const invoiceFilter = {
  /** Part of the invoice number, PO number, order number or client name; letter case and accents do not matter. */
  search: text(200).optional(),
  state: z.enum(ASKED_STATES).optional(),
  /** Those that a part of what is owed is made of. */
  part: z.enum(OWED_PARTS).optional(),
  currency: Currency.optional(),
  /** By the date of the invoice. */
  from: day.optional(),
  to: day.optional(),
  /** Those of one order, by its number. */
  ordNo: text(200).optional(),
  /** Those of one company, for whoever looks at several. */
  tenant: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  sort: z.enum(sorts as [`${'' | '-'}${InvoiceSort}`]).default('-date' as never),
}

const InvoiceSum = z.object({
  currency: Currency,
  /** Of those dated up to today: together, and what is open of them. */
  total: Money,
  balance: Money,
  /** Of those dated later, which are in no total. */
  upcoming: Money,
  upcomingInvoices: z.number().int(),
})
export type InvoiceSum = z.infer<typeof InvoiceSum>

const InvoicePage = pageOf(Invoice).extend({
  /** Over every invoice of the other filters, whatever the state; null after the first page. */
  counts: z.record(z.enum([...INVOICE_STATES, 'all']), z.number().int()).nullable(),
  /** Over every row of the filter, per currency; null after the first page. */
  sums: z.array(InvoiceSum).nullable(),
  /** The last batch that upstream sent for invoices; null before the first. */
  asOf: Instant.nullable(),
})
export type InvoicePage = z.infer<typeof InvoicePage>

const InvoiceLine = z.object({
  lineNo: z.string(),
  itemNo: z.string().nullable(),
  description: z.string().nullable(),
  quantity: Quantity.nullable(),
  unit: z.string().nullable(),
  /** A decimal of up to six digits. */
  unitPrice: z.string().nullable(),
  amount: Money,
  /** Of what is written here: the lots that it was delivered in. */
  lots: z.string().nullable(),
})

const INVOICE_REMARKS = ['noDueDate', 'datedLater', 'paidLater', 'creditTooLarge', 'sumsDiffer'] as const

const InvoicePayment = z.object({
  number: z.string(),
  kind: z.enum(['payment', 'credit', 'deposit', 'refund']),
  date: CalendarDate,
  method: z.string().nullable(),
  reference: z.string().nullable(),
  /** Below 0: given back. */
  amount: Money,
})

export const InvoiceDetail = z.object({
  invoice: Invoice,
  /** Null where upstream gave none. */
  subtotal: Money.nullable(),
  /** As given. */
  taxes: z.array(
    z.object({
      name: z.string(),
      amount: Money,
      /** Per cent; null where it is not known. */
      rate: z.string().nullable(),
    }),
  ),
  /** Why other taxes stand on it than those of its place. */
  taxNote: z.string().nullable(),
  /** The address that stands on it; null where upstream sent it. */
  billTo: z.string().nullable(),
  /** Of a credit note that was written here: the invoice that it credits. */
  creditsNo: z.string().nullable(),
  /** Whether the company has the order that it names. */
  hasOrder: z.boolean(),
  lines: z.array(InvoiceLine),
  lineCount: z.number().int(),
  /** What of it is missing or odd, as upstream sent it: it is kept so. */
  remarks: z.array(z.enum(INVOICE_REMARKS)),
  /** Oldest first. */
  payments: z.array(InvoicePayment),
  /** `portal`: issued here by the manufacturer's staff; `upstream`: as an upstream system sent it. */
  origin: z.enum(['upstream', 'portal']),
  asOf: Instant.nullable(),
})
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

/** How many in every currency; what they come to in the one that is shown, and beside it in the others. */
const OrderFigure = z.object({
  count: z.number().int(),
  amount: Money,
  others: z.array(z.object({ currency: Currency, count: z.number().int(), amount: Money })),
})

const Receivables = z.object({
  /** From invoices; or, of those who have none, the total order amount split 60/25/15 per cent (D4). */
  basis: z.enum(['invoices', 'estimate']),
  /** What is owed: `open` less `credit`. */
  total: Money,
  /** Open balances of invoices dated up to today. */
  open: Money,
  openInvoices: z.number().int(),
  /** Payments on account and credit notes, not yet applied to an invoice. */
  credit: Money,
  /** By days past the due date, net: together the total, to the cent. The credit is taken off the oldest debts first. */
  under30: Money,
  under60: Money,
  over60: Money,
  /** What of the credit is within each of them. */
  credits: z.object({ under30: Money, under60: Money, over60: Money }),
  /** By due date, gross: together `open`, to the cent. */
  overdue: Money,
  overdueInvoices: z.number().int(),
  within7: Money,
  within7Invoices: z.number().int(),
  within30: Money,
  within30Invoices: z.number().int(),
  later: Money,
  laterInvoices: z.number().int(),
  /** Invoices dated later than today: in none of the above. */
  upcoming: Money,
  upcomingInvoices: z.number().int(),
})

export const FinanceOverview = z.object({
  /** What reports take for today. */
  today: CalendarDate,
  currency: Currency,
  receivables: Receivables,
  /** What is owed in every other currency. */
  others: z.array(z.object({ currency: Currency, total: Money })),
  /** Of the orders, first in the same currency; null for those who may not see them. */
  orders: z
    .object({ totalOrders: OrderFigure, inProgressOrders: OrderFigure, notStartedOrders: OrderFigure })
    .nullable(),
  /** In which languages the company reads papers; null where it has none, and where several are looked at. */
  paperLanguages: z.array(z.enum(LANGUAGES)).nullable(),
  asOf: Instant.nullable(),
})
export type FinanceOverview = z.infer<typeof FinanceOverview>

export const CREDIT_SORTS = ['number', 'kind', 'date', 'amount', 'tenantName'] as const
const CREDIT_KINDS = ['credit_note', 'overpaid', 'payment', 'credit', 'deposit', 'refund'] as const

/** One row of the credit that is not yet applied: an invoice below 0, or a payment that no invoice takes. */
const CreditRow = z.object({
  key: z.string(),
  kind: z.enum(CREDIT_KINDS),
  /** Of a credit note and of what was paid too much. */
  invoiceId: z.number().int().nullable(),
  number: z.string(),
  date: CalendarDate,
  reference: z.string().nullable(),
  /** That a payment names, and that the company does not have, or not in this currency. */
  invoiceNo: z.string().nullable(),
  /** Whose it is; there only for those who look at several tenants. */
  tenantName: z.string().optional(),
  /** Below 0: given back. */
  amount: Money,
})
export type CreditRow = z.infer<typeof CreditRow>

const CreditPage = pageOf(CreditRow).extend({
  currency: Currency,
  /** Over every row; null after the first page. */
  sum: Money.nullable(),
})
export type CreditPage = z.infer<typeof CreditPage>

const meta = { permission: 'invoices.read', module: 'finance' } as const
const number = text(200).min(1)

export const financeContract = {
  overview: endpoint
    .route({
      method: 'GET',
      path: '/finance',
      summary: 'What is owed by age, and the order figures beside it, in one currency',
    })
    .meta({ ...meta, follows: ['invoices', 'orders'] })
    .input(z.object({ currency: Currency.optional() }))
    .output(FinanceOverview),
  credit: endpoint
    .route({
      method: 'GET',
      path: '/finance/credit',
      summary: 'The rows that the credit not yet applied is made of, in one currency, and what they come to',
    })
    .meta({ ...meta, follows: ['invoices'] })
    .input(
      z.object({
        /** Else the asker's own. */
        currency: Currency.optional(),
        sort: sortOf(CREDIT_SORTS).default('-date'),
        ...pageQuery,
      }),
    )
    .output(CreditPage),
  invoices: endpoint
    .route({
      method: 'GET',
      path: '/invoices',
      summary: 'Invoices, filtered, sorted and paged; counts by state over all of them',
    })
    .meta({ ...meta, follows: ['invoices'] })
    .input(z.object({ ...invoiceFilter, ...pageQuery }))
    .output(InvoicePage),
  invoice: endpoint
    .route({
      method: 'GET',
      path: '/invoices/{number}',
      summary: 'One invoice by its number or `id:<id>`; 409 with ids where several bear the number',
    })
    .meta(meta)
    .input(z.object({ number }))
    .output(InvoiceDetail),
}

const period = z
  .object({
    from: day,
    to: day,
    /** The asker's own where there are invoices in it. */
    currency: Currency.optional(),
    /** Else the company's, and where it has none the asker's. */
    language: z.enum(LANGUAGES).optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], ...fieldMessage('order') })

/** Answered outside the typed router: a file, streamed. */
export const financeFileContract = {
  export: endpoint
    .route({
      method: 'GET',
      path: '/invoices/export',
      summary: 'Every matching invoice as a file (CSV or XLSX), streamed',
    })
    .meta({ ...meta, audit: 'invoices.exported' })
    .input(z.object({ ...invoiceFilter, format: z.enum(['csv', 'xlsx']).default('csv') }))
    .output(z.file()),
  invoicePdf: endpoint
    .route({
      method: 'GET',
      path: '/invoices/{number}/pdf',
      summary:
        'One invoice as a PDF in the language of its company; 409 while the manufacturer’s page lacks what it must say',
    })
    .meta({ ...meta, audit: 'invoice.downloaded' })
    .input(z.object({ number }))
    .output(z.file()),
  statementPdf: endpoint
    .route({
      method: 'GET',
      path: '/finance/statement/pdf',
      summary:
        'The same statement as a PDF in the language that is chosen, else that of the company, for one company at a time',
    })
    .meta({ ...meta, audit: 'statement.exported' })
    .input(period)
    .output(z.file()),
  statement: endpoint
    .route({
      method: 'GET',
      path: '/finance/statement',
      summary: 'A statement of account of any period in one currency (XLSX or CSV), streamed',
    })
    .meta({ ...meta, audit: 'statement.exported' })
    .input(period.safeExtend({ format: z.enum(['csv', 'xlsx']).default('xlsx') }))
    .output(z.file()),
}

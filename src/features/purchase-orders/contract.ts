import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { CalendarDate, Currency, Instant, Money } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { shownAs } from '../../platform/contract/shown-as.ts'
import { text } from '../../platform/contract/text.ts'
import { PoEvent, PoLine, Proposal, StatedPrice } from './domain/lines-contract.ts'
import { ANSWERS, CLIENT_ACTS, PROPOSAL_KINDS, STATES, STATUSES } from './domain/transitions.ts'

export type { PoEvent, PoLine } from './domain/lines-contract.ts'

const whole = z.number().int()
const line = (longest: number) => text(longest).trim().min(1).nullable()

/** What the period filter offers (source): by the day of submission, of a draft by that of its beginning. */
export const PERIODS = ['today', 'week', 'month', 'quarter', 'year'] as const

export const ORDER_STATES = ['pending', 'linked', 'ambiguous'] as const

export const PurchaseOrder = z.object({
  id: whole,
  tenantId: whole,
  /** Whose it is; there only for those who look at several tenants. */
  tenantName: z.string().optional(),
  /** The portal's, without a gap in each tenant; null: not submitted. */
  number: whole.nullable(),
  /** The client's own. */
  poNo: z.string().nullable(),
  status: z.enum(STATUSES),
  state: z.enum(STATES),
  /** Of submission, of a draft of its beginning. */
  date: Instant,
  requestedDate: CalendarDate.nullable(),
  /** The manufacturer's, with the acceptance. */
  promisedDate: CalendarDate.nullable(),
  /** Accepted, and told to the client then; null: not, or the asker is the client. */
  takesEffectAt: Instant.nullable(),
  currency: Currency,
  /** Of the lines with a price; null: withheld from who may not see prices. */
  total: Money.nullable(),
  /** Lines whose price comes with the confirmation. */
  unpricedLines: whole,
  lines: whole,
  byStaff: z.boolean(),
  /** What the other side has asked and awaits an answer to. */
  open: z.enum(PROPOSAL_KINDS).nullable(),
  /** Of the order that comes of it: `pending`: being entered; `ambiguous`: staff say which of upstream's it is. */
  orderState: z.enum(ORDER_STATES).nullable(),
})
export type PurchaseOrder = z.infer<typeof PurchaseOrder>

export const PO_SORTS = ['date', 'number', 'poNo', 'requestedDate', 'total', 'tenantName'] as const
export type PoSort = (typeof PO_SORTS)[number]
const sorts = PO_SORTS.flatMap((field) => [field, `-${field}` as const])

const id = z.coerce.number().int().min(1)
/** Made by the sender: sent again under it, a draft is the same one. */
const key = z.uuid().optional()
const tenantId = z.coerce.number().int().min(1).max(2_147_483_647)
const filter = {
  /** Part of the PO number, the portal's number, the address or the note; letter case and accents do not matter. */
  search: text(200).optional(),
  status: z.enum(STATUSES).optional(),
  /** One state; it goes before the status. */
  state: z.enum(STATES).optional(),
  period: z.enum(PERIODS).optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  tenant: tenantId.optional(),
  /** What waits for the asker's side. */
  waiting: z.enum(['true']).optional(),
  /** Where the order stands that comes of an accepted one. */
  order: z.enum(ORDER_STATES).optional(),
}
const Filter = z.object(filter)
export type PoFilter = z.infer<typeof Filter>
const sort = z.enum(sorts as [`${'' | '-'}${PoSort}`]).default('-date' as never)

export const PoPage = pageOf(PurchaseOrder).extend({
  /** Over every one of the other filters, whatever the status; null after the first page. */
  counts: z.record(z.enum([...STATUSES, 'all']), whole).nullable(),
  states: z.record(z.enum(STATES), whole).nullable(),
})
export type PoPage = z.infer<typeof PoPage>

const PoFile = z.object({
  id: whole,
  name: z.string(),
  size: whole,
  by: z.string(),
  byStaff: z.boolean(),
  at: Instant,
  /** What a scanner said; null: none was asked. */
  scan: z.enum(['pending', 'clean', 'infected', 'failed']).nullable(),
})
export type PoFile = z.infer<typeof PoFile>
/** One purchase order has no more. */
export const MOST_FILES = 20

const Duplicate = z.object({ id: whole.nullable(), number: whole.nullable(), ordNo: z.string().nullable() })

export const PoDetail = z.object({
  purchaseOrder: PurchaseOrder,
  version: whole,
  shipTo: z.string().nullable(),
  note: z.string().nullable(),
  /** The first day on which everything can be ready; null where no product says. */
  earliestDate: CalendarDate.nullable(),
  lines: z.array(PoLine),
  proposal: Proposal.nullable(),
  timeline: z.array(PoEvent),
  files: z.array(PoFile),
  /** Others with the same PO number. */
  duplicates: z.array(Duplicate),
  /** Whose replacement it orders; null: none, or withheld. */
  issue: z.object({ id: whole, number: whole }).nullable(),
  /** What became of it: `pending`: accepted, being entered. */
  order: z.object({ id: whole, state: z.enum(ORDER_STATES), ordNo: z.string().nullable() }).nullable(),
  /** Of upstream, for staff to choose from. */
  candidates: z.array(z.object({ id: whole, ordNo: z.string().nullable(), primary: z.string().nullable() })),
  collectedAt: Instant.nullable(),
  /** Until then the asker can undo the answer that they gave. */
  undoUntil: Instant.nullable(),
  /** What the asker can do now. */
  can: z.array(z.string()),
})
export type PoDetail = z.infer<typeof PoDetail>

const quantity = z.number().min(0.001).max(999_999_999)
const Draft = z
  .object({
    poNo: line(60),
    requestedDate: CalendarDate.nullable(),
    shipTo: line(500),
    note: line(2000),
    lines: z.array(z.object({ itemNo: text(100).trim().min(1), quantity }).strict()).max(200),
  })
  .strict()
export type Draft = z.infer<typeof Draft>

/** What is wrong with a line: with it, nothing is submitted. */
export const LINE_FAULTS = ['unknown_item', 'part_of_unit', 'below_minimum', 'minimum_unit'] as const
const CheckedLine = PoLine.omit({ name: true }).extend({
  name: z.string().nullable(),
  /** `minimum_unit`: another one than the line's, which it cannot be compared with. */
  minimumUnit: z.string().nullable(),
  fault: z.enum(LINE_FAULTS).nullable(),
})
export type CheckedLine = z.infer<typeof CheckedLine>
const Checked = z.object({
  lines: z.array(CheckedLine),
  currency: Currency,
  total: Money.nullable(),
  unpricedLines: whole,
  earliestDate: CalendarDate.nullable(),
  tooSoon: z.boolean(),
  duplicates: z.array(Duplicate),
  /** Submitted as it is, somebody of the tenant would have to approve it. */
  needsApproval: z.boolean(),
})
export type Checked = z.infer<typeof Checked>

const Address = z.object({ label: text(100).trim().min(1), address: text(500).trim().min(1) }).strict()
export type Address = z.infer<typeof Address>
const Settings = z.object({
  /** Above it a purchase order needs approval; null: none does. */
  approvalLimit: Money.nullable(),
  currency: Currency,
  addresses: z.array(Address),
  version: whole,
})

const module = 'orders'
const reads = { permission: 'purchase_orders.read', module } as const
const writes = { permission: 'purchase_orders.write', module } as const
const version = z.int().min(0).max(2_147_483_646).optional()
const reason = line(1000)
const proposed = {
  requestedDate: CalendarDate.nullable(),
  quantities: z.array(z.object({ lineNo: z.int().min(1).max(200), quantity }).strict()).max(200),
}
const Done = z.object({ version: whole, state: z.enum(STATES) })
const PATH = '/purchase-orders'

export const purchaseOrdersContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: PATH,
      summary: 'Purchase orders, filtered, sorted and paged; counts over all of them',
    })
    .meta(reads)
    .input(z.object({ ...filter, sort, ...pageQuery }))
    .output(PoPage),
  summary: endpoint
    .route({
      method: 'GET',
      path: `${PATH}/summary`,
      summary:
        'Spend per month and how many stand where, over all purchase orders of the filter, in one currency',
    })
    .meta(reads)
    .input(z.object({ ...filter, currency: Currency.optional() }))
    .output(
      z.object({
        currency: Currency,
        otherCurrencies: z.array(Currency),
        /** Of what was submitted and neither rejected nor cancelled; null: withheld. The last twelve months with any. */
        months: z.array(z.object({ month: z.string(), amount: Money.nullable(), count: whole })),
        statuses: z.array(z.object({ status: z.enum(STATUSES), count: whole })),
        states: z.array(z.object({ state: z.enum(STATES), count: whole })),
        /** How many wait for the asker's side. */
        waiting: whole,
      }),
    ),
  settings: endpoint
    .route({
      method: 'GET',
      path: `${PATH}/settings`,
      summary: 'The address book and the approval limit of a tenant',
    })
    .meta(reads)
    .input(z.object({ tenant: tenantId.optional() }))
    .output(Settings),
  keepAddresses: endpoint
    .route({ method: 'PUT', path: `${PATH}/addresses`, summary: 'Where a tenant’s goods go; the whole book' })
    .meta({ ...writes, audit: 'addresses.changed' })
    .input(z.object({ tenant: tenantId.optional(), addresses: z.array(Address).max(100), version }).strict())
    .output(z.object({ version: whole })),
  setLimit: endpoint
    .route({
      method: 'PUT',
      path: `${PATH}/approval-limit`,
      summary: 'Above what a purchase order needs an approval',
    })
    .meta({ permission: 'purchase_orders.approve', module, stepUp: true, audit: 'approval_limit.changed' })
    .input(z.object({ approvalLimit: Money.regex(/^\d{1,13}\.\d\d$/).nullable(), version }).strict())
    .output(z.object({ version: whole })),
  get: endpoint
    .route({
      method: 'GET',
      path: `${PATH}/{id}`,
      summary: 'One purchase order with lines, timeline and what the asker can do',
    })
    .meta(reads)
    .input(z.object({ id }))
    .output(PoDetail),
  check: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/check`,
      summary: 'What a draft would be: prices, faults by line, the earliest date',
    })
    .meta({ ...writes, unrecorded: 'It keeps nothing.' })
    .input(
      z
        .object({
          tenant: tenantId.optional(),
          /** The draft that is written on: no duplicate of itself. */
          id: id.optional(),
          issueId: id.optional(),
          ...Draft.pick({ poNo: true, requestedDate: true, lines: true }).shape,
        })
        .strict(),
    )
    .output(Checked),
  create: endpoint
    .route({ method: 'POST', path: PATH, summary: 'A draft, once for a key; by staff for the tenant named' })
    .meta({ ...writes, audit: 'purchase_order.drafted' })
    .input(Draft.extend({ tenant: tenantId.optional(), issueId: id.optional(), key }).strict())
    .output(z.object({ id: whole, version: whole })),
  change: endpoint
    .route({
      method: 'PUT',
      path: `${PATH}/{id}`,
      summary: 'Changes a draft; 412 when somebody else did first',
    })
    .meta({ ...writes, audit: 'purchase_order.changed' })
    .input(Draft.extend({ id, version }).strict())
    .output(z.object({ version: whole })),
  removeFile: endpoint
    .route({ method: 'DELETE', path: `${PATH}/{id}/files/{fileId}`, summary: 'Takes a file off a draft' })
    .meta({ ...writes, audit: 'purchase_order.file_removed' })
    .input(z.object({ id, fileId: id }))
    .output(z.object({ removed: z.literal(true) })),
  discard: endpoint
    .route({ method: 'POST', path: `${PATH}/{id}/discard`, summary: 'Throws a draft away' })
    .meta({ ...writes, audit: 'purchase_order.discarded' })
    .input(z.object({ id, version }).strict())
    .output(z.object({ discarded: z.literal(true) })),
  act: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/act`,
      summary: 'Submits or withdraws it, answers a counter-proposal, asks for a change or a cancellation',
    })
    .meta({ ...writes, audit: 'purchase_order.acted' })
    .input(
      z
        .object({ id, version, act: z.enum(CLIENT_ACTS), note: reason.optional(), ...proposed })
        .partial({ requestedDate: true, quantities: true })
        .strict(),
    )
    .output(Done),
  decide: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/decision`,
      summary: 'Approves or declines it within the tenant',
    })
    .meta({ permission: 'purchase_orders.approve', module, audit: 'purchase_order.decided' })
    .input(z.object({ id, version, approve: z.boolean(), note: reason.optional() }).strict())
    .output(Done),
  answer: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/answer`,
      summary:
        'The manufacturer accepts, rejects or counter-proposes it, undoes that, answers a request, or says which order it is',
    })
    .meta({ permission: 'purchase_orders.manage', module, audit: 'purchase_order.answered' })
    .input(
      z
        .object({
          id,
          version,
          act: z.enum(ANSWERS),
          note: reason.optional(),
          orderId: z.int().min(1).optional(),
          /** With an acceptance or a counter-proposal: of lines whose price comes with the confirmation. */
          prices: z.array(StatedPrice).max(200).optional(),
          /** With an acceptance: when it will be ready. */
          promisedDate: CalendarDate.optional(),
          ...proposed,
        })
        .partial({ requestedDate: true, quantities: true })
        .strict(),
    )
    .output(Done),
}

export const attachInput = z.object({ id, name: text(200).min(1) })
export const poFileInput = z.object({ id, fileId: id, as: shownAs })

/** Answered outside the typed router, because they are files. */
export const purchaseOrderFileContract = {
  export: endpoint
    .route({
      method: 'GET',
      path: `${PATH}/export`,
      summary: 'Every matching purchase order as a file (CSV or XLSX), streamed',
    })
    .meta({ ...reads, audit: 'purchase_orders.exported' })
    .input(z.object({ ...filter, sort, format: z.enum(['csv', 'xlsx']).default('csv') }))
    .output(z.file()),
  pdf: endpoint
    .route({
      method: 'GET',
      path: `${PATH}/{id}/pdf`,
      summary: 'One purchase order as a PDF, in the language of its tenant',
    })
    .meta({ ...reads, audit: 'purchase_orders.exported' })
    .input(z.object({ id }))
    .output(z.file()),
  attach: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/files`,
      summary: 'Attaches a file: its bytes as the body (application/octet-stream), `name` in the address',
    })
    .meta({ ...writes, audit: 'purchase_order.file_attached' })
    .input(attachInput)
    .output(z.object({ id: whole })),
  file: endpoint
    .route({ method: 'GET', path: `${PATH}/{id}/files/{fileId}`, summary: 'A file that was attached' })
    .meta({ ...reads, audit: 'purchase_order.file_downloaded' })
    .input(poFileInput)
    .output(z.file()),
}

import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { CalendarDate, Currency, Instant, Money, Quantity } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { text } from '../../platform/contract/text.ts'
import { Certificate, LOT_STATES } from '../lots/contract.ts'
import { ORDER_STATUSES } from './domain/statuses.ts'

export { ORDER_STATUSES, type OrderStatus } from './domain/statuses.ts'

/** One row of "GH ordre": the source's columns in camelCase, texts as received; `amount` is Montant Total as a number. */
export const Order = z.object({
  id: z.number().int(),
  /** Whose order it is; there only for those who look at several tenants. */
  tenantName: z.string().optional(),
  primary: z.string().nullable(),
  ordNo: z.string().nullable(),
  poNo: z.string().nullable(),
  fNo: z.string().nullable(),
  clientName: z.string().nullable(),
  ref: z.string().nullable(),
  ordStat: z.string().nullable(),
  /** Which of the source's statuses Ord Stat means; null: none of them. */
  status: z.enum(ORDER_STATUSES).nullable(),
  montantTotal: z.string().nullable(),
  amount: Money,
  currency: Currency,
  blT: z.string().nullable(),
  ctsT: z.string().nullable(),
  bbT: z.string().nullable(),
  pbl: z.string().nullable(),
  pcts: z.string().nullable(),
  pbb: z.string().nullable(),
  orderDate: CalendarDate.nullable(),
  requestedDate: CalendarDate.nullable(),
  promisedDate: CalendarDate.nullable(),
  shipTo: z.string().nullable(),
  /** Of an accepted purchase order, which upstream has not entered yet. */
  entering: z.boolean(),
  /** Of a search: the first line of it that was found. */
  line: z
    .object({
      lineNo: z.string(),
      itemNo: z.string().nullable(),
      itemName: z.string().nullable(),
      lot: z.string().nullable(),
    })
    .optional(),
})
export type Order = z.infer<typeof Order>

/** What the history of an order tells: that it came, the fields that change, and quantities of its lines. */
const CHANGE_FIELDS = [
  'created',
  'status',
  'blT',
  'ctsT',
  'bbT',
  'pbl',
  'pcts',
  'pbb',
  'promisedDate',
  'requestedDate',
  'orderDate',
  'amount',
  'qtyOrdered',
  'qtyShipped',
] as const
/** One recorded change of one field. */
export const OrderChange = z.object({
  id: z.number().int(),
  field: z.enum(CHANGE_FIELDS),
  /** Of the line whose quantity changed. */
  lineNo: z.string().nullable(),
  /** Statuses and stages as received; dates ISO 8601; an amount as `1234.50 CAD`, or the text that stood in its place. */
  old: z.string().nullable(),
  /** For `created`: the first status. */
  new: z.string().nullable(),
  /** When it happened by upstream's own account, else when it was recorded. */
  at: Instant,
  recordedAt: Instant,
})
export type OrderChange = z.infer<typeof OrderChange>

export const ORDER_GROUPS = ['active', 'processing', 'shipped', 'delivered', 'issues', 'other'] as const
export const ORDER_SORTS = [
  'primary',
  'ordNo',
  'poNo',
  'fNo',
  'clientName',
  'ordStat',
  'amount',
  'blT',
  'ctsT',
  'bbT',
  'pbl',
  'pcts',
  'pbb',
  'ref',
  'orderDate',
  'requestedDate',
  'promisedDate',
  'shipTo',
  'tenantName',
] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

const sorts = ORDER_SORTS.flatMap((field) => [field, `-${field}` as const])

const orderFilter = {
  /**
   * Part of the order number, PO number, reference, status or client name, or of the item, its name or the lot of a line; for who may
   * see products, of a product's names, too. Letter case, accents, hyphens and spaces do not matter.
   */
  search: text(200).optional(),
  /** A status of the source in any of its words: all that means it; any other text: that status. Letter case and accents do not matter. */
  status: text(100).optional(),
  /** Orders-page grouping (source, section 4); groups overlap: cancelled orders are issues, finished ones are not active. `other`: none of the source's statuses. */
  group: z.enum(ORDER_GROUPS).optional(),
  sort: z.enum(sorts as [`${'' | '-'}${OrderSort}`]).default('-ordNo' as never),
}

export const OrderPage = pageOf(Order).extend({
  /** Over every order that the search and the status select, whatever the group; null after the first page. */
  counts: z
    .object({
      all: z.number().int(),
      active: z.number().int(),
      processing: z.number().int(),
      shipped: z.number().int(),
      delivered: z.number().int(),
      issues: z.number().int(),
      /** Only where there are some. */
      other: z.number().int().optional(),
    })
    .nullable(),
  /**
   * For the status filter, over every order that the search selects: the source's statuses with all that means them, and each
   * other text as `text` has it; null after the first page.
   */
  statuses: z
    .array(z.object({ status: z.string(), text: z.string().nullable(), count: z.number().int() }))
    .nullable(),
  /** The last batch that upstream sent for orders; null before the first. */
  asOf: Instant.nullable(),
})
export type OrderPage = z.infer<typeof OrderPage>

/** The latest first. */
export const Timeline = pageOf(OrderChange)
export type Timeline = z.infer<typeof Timeline>

const PromisedHistory = z.object({
  first: CalendarDate.nullable(),
  current: CalendarDate.nullable(),
  /** How often another date came in its place. */
  moves: z.number().int(),
  /** Calendar days from the first date to the one that stands. */
  days: z.number().int().nullable(),
  /** Oldest first. */
  changes: z.array(z.object({ old: CalendarDate.nullable(), new: CalendarDate.nullable(), at: Instant })),
})

const OrderLine = z.object({
  lineNo: z.string(),
  itemNo: z.string().nullable(),
  itemName: z.string().nullable(),
  ordered: Quantity.nullable(),
  shipped: Quantity.nullable(),
  /** What is ordered and not shipped, never below 0; null where no quantity was ordered. */
  open: Quantity.nullable(),
  unit: z.string().nullable(),
  /** A decimal of up to six digits, in the currency of the order. */
  unitPrice: z.string().nullable(),
  lot: z.string().nullable(),
  /** What the page of its lot is asked by; null where upstream has told nothing of it. */
  lotAddress: z.string().nullable(),
  /** As its lot stands; null where upstream has told nothing of it. */
  lotState: z.enum(LOT_STATES).nullable(),
  /** Of its lot; null where there is no lot, or for whoever may not see documents. */
  certificate: Certificate.nullable(),
  /** Whether the asker is told when it comes; null where there is no lot, and for whoever nobody tells. */
  wished: z.boolean().nullable(),
})

export const OrderDetail = z.object({
  order: Order,
  stages: z.array(
    z.object({
      stage: z.enum(['blending', 'encapsulation', 'packaging']),
      /** BL t, CTS t, BB t, and PBL, PCTS, PBB, as received. */
      progress: z.string().nullable(),
      done: z.string().nullable(),
      /** The last recorded change of either; null: none is recorded. */
      changedAt: Instant.nullable(),
    }),
  ),
  /** Its first page; the others at `/orders/{ordNo}/timeline`. */
  timeline: Timeline,
  promised: PromisedHistory,
  lines: z.array(OrderLine),
  /** By unit, over all lines. */
  lineTotals: z.array(
    z.object({ unit: z.string().nullable(), ordered: Quantity, shipped: Quantity, open: Quantity }),
  ),
  lineCount: z.number().int(),
  /** What the asker may do with it. */
  can: z.record(z.string(), z.boolean()),
  /** The last batch that upstream sent for orders; null before the first. */
  asOf: Instant.nullable(),
})
export type OrderDetail = z.infer<typeof OrderDetail>

/** A status that is no known word of the source's statuses. */
const DecidedStatus = z.object({
  /** As it is compared: without letter case, accents and surrounding blanks; empty: orders without a status. */
  status: z.string(),
  /** As one of its orders has it; null: none has it. */
  text: z.string().nullable(),
  /** Over the orders of every company, unassigned ones included. */
  count: z.number().int(),
  /** What an administrator said; `none`: none of the source's; null: nothing was said. */
  meaning: z.enum([...ORDER_STATUSES, 'none']).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** 0 while nothing is said. */
  version: z.number().int(),
})
export type DecidedStatus = z.infer<typeof DecidedStatus>

const decideStatus = DecidedStatus.pick({ meaning: true })
  .extend({ status: text(200), version: z.number().int().min(0).max(2_147_483_647) })
  .strict()
export type DecideStatus = z.infer<typeof decideStatus>

/** An Ord No, or `id:` and an id. */
const orderNumber = { ordNo: text(200).min(1) }

export const ordersContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/orders',
      summary: 'Orders, filtered, sorted and paged; counts over all of them',
    })
    .meta({ permission: 'orders.read', module: 'orders', follows: ['orders'] })
    .input(z.object({ ...orderFilter, ...pageQuery }))
    .output(OrderPage),
  get: endpoint
    .route({
      method: 'GET',
      path: '/orders/{ordNo}',
      summary:
        'One order by its number or `id:<id>`: stages, recorded history, lines; 409 with ids where several bear the number',
    })
    .meta({ permission: 'orders.read', module: 'orders' })
    .input(z.object(orderNumber))
    .output(OrderDetail),
  timeline: endpoint
    .route({
      method: 'GET',
      path: '/orders/{ordNo}/timeline',
      summary: 'What is recorded of an order, the latest first',
    })
    .meta({ permission: 'orders.read', module: 'orders' })
    .input(z.object({ ...orderNumber, ...pageQuery }))
    .output(Timeline),
  statuses: endpoint
    .route({
      method: 'GET',
      path: '/admin/order-statuses',
      summary: 'Statuses of orders that are no known words, the most used 500, and what was said of them',
    })
    .meta({ permission: 'ingestion.read', heavy: true })
    .output(z.object({ items: z.array(DecidedStatus) })),
  decideStatus: endpoint
    .route({
      method: 'PUT',
      path: '/admin/order-statuses',
      summary: 'Says which of the source’s statuses another one means, for all orders at once',
    })
    .meta({ permission: 'ingestion.manage', audit: 'order_status.decided' })
    .input(decideStatus)
    .output(DecidedStatus),
}

const exportInput = z.object({ ...orderFilter, format: z.enum(['csv', 'xlsx']).default('csv') })

/** Answered outside the typed router: a file, streamed. */
export const ordersFileContract = {
  export: endpoint
    .route({
      method: 'GET',
      path: '/orders/export',
      summary: 'Every matching order as a file (CSV or XLSX), streamed',
    })
    .meta({ permission: 'orders.read', module: 'orders', audit: 'orders.exported' })
    .input(exportInput)
    .output(z.file()),
}

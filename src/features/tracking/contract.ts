import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { CalendarDate, Instant, Quantity } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { text } from '../../platform/contract/text.ts'
import { PRODUCT_CLASSES } from '../products/contract.ts'

/** Where a shipment is: nothing of its carrier yet, with its carrier, or there. */
const STATES = ['processing', 'in_transit', 'delivered'] as const
/** Beside its own state (C4): past its estimate and not delivered; or on the way to be. */
const WARNINGS = ['delayed', 'at_risk'] as const

export const SHIPMENT_GROUPS = [...STATES, ...WARNINGS] as const
export type ShipmentGroup = (typeof SHIPMENT_GROUPS)[number]

/** The four steps, in their order. */
export const STEPS = ['placed', 'processed', 'in_transit', 'delivered'] as const

export const SHIPMENT_SORTS = [
  'trackingNumber',
  'carrier',
  'ordNo',
  'poNo',
  'clientName',
  'state',
  'placedOn',
  'shippedOn',
  'estimatedOn',
  'deliveredOn',
  'shipTo',
  'tenantName',
] as const
export type ShipmentSort = (typeof SHIPMENT_SORTS)[number]

const count = z.number().int()
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

export const Shipment = z.object({
  id: count,
  /** Whose it is; there only for those who look at several tenants. */
  tenantName: z.string().optional(),
  trackingNumber: z.string(),
  carrier: z.string(),
  ordNo: z.string().nullable(),
  /** Upstream's own number of the order. */
  primary: z.string().nullable(),
  poNo: z.string().nullable(),
  /** Numbers of further orders that something in it is of. */
  furtherOrders: z.array(z.string()),
  clientName: z.string().nullable(),
  state: z.enum(STATES),
  /** Of today, in the reporting calendar. */
  warning: z.enum(WARNINGS).nullable(),
  /** Calendar days past the estimate: until it came, or until today; below 0: it came before. Null without an estimate, or before it. */
  daysLate: count.nullable(),
  placedOn: CalendarDate.nullable(),
  processedOn: CalendarDate.nullable(),
  shippedOn: CalendarDate.nullable(),
  estimatedOn: CalendarDate.nullable(),
  deliveredOn: CalendarDate.nullable(),
  shipTo: z.string().nullable(),
})
export type Shipment = z.infer<typeof Shipment>

const shipmentFilter = {
  /** Part of the tracking number, or of the order, PO or upstream number of the shipment or of a line; letter case and accents do not matter. */
  search: text(200).optional(),
  group: z.enum(SHIPMENT_GROUPS).optional(),
  /** As upstream writes it, whatever the letter case. */
  carrier: text(100).optional(),
  /** Shipments of the order of this id. */
  order: id.optional(),
  sort: z
    .enum(SHIPMENT_SORTS.flatMap((field) => [field, `-${field}` as const]) as [`${'' | '-'}${ShipmentSort}`])
    .default('-estimatedOn' as never),
}

export const ShipmentPage = pageOf(Shipment).extend({
  /** Over every shipment that the search, the carrier and the order select, whatever the group; null after the first page. */
  counts: z.record(z.enum([...SHIPMENT_GROUPS, 'all']), count).nullable(),
  /** For the filter: those of every shipment that the search selects; null after the first page. */
  carriers: z.array(z.object({ carrier: z.string(), count })).nullable(),
  /** What a search found first: the shipment that bears the very number, else the first of the list; null of very many. */
  hit: count.nullable(),
  /** The last batch that upstream sent of shipments; null before the first. */
  asOf: Instant.nullable(),
})
export type ShipmentPage = z.infer<typeof ShipmentPage>

export const ShipmentDetail = z.object({
  shipment: Shipment,
  /** By which version staff correct it, who entered it here; null: upstream sends it, and it is read only. */
  entered: z.object({ version: count }).nullable(),
  /** Where the carrier shows it; https only. */
  carrierLink: z.string().nullable(),
  weight: z.string().nullable(),
  /** The orders that it is of, its own first, as far as the asker may read orders. */
  orders: z.array(z.object({ id: count, ordNo: z.string().nullable() })),
  steps: z.array(
    z.object({
      step: z.enum(STEPS),
      done: z.boolean(),
      on: CalendarDate.nullable(),
      /** Words that upstream sent in the place of the date. */
      text: z.string().nullable(),
    }),
  ),
  /** Words that upstream sent in the place of the estimate. */
  estimateText: z.string().nullable(),
  /** The latest first. */
  events: z.array(
    z.object({
      id: count,
      at: Instant,
      kind: z.enum([...STEPS, 'exception']),
      place: z.string().nullable(),
      note: z.string().nullable(),
    }),
  ),
  lines: z.array(
    z.object({
      lineNo: z.string(),
      orderLineNo: z.string().nullable(),
      /** Of the order that the line is of, where it is not the shipment's own. */
      ordNo: z.string().nullable(),
      itemNo: z.string().nullable(),
      itemName: z.string().nullable(),
      lot: z.string().nullable(),
      quantity: Quantity.nullable(),
      unit: z.string().nullable(),
    }),
  ),
  asOf: Instant.nullable(),
})
export type ShipmentDetail = z.infer<typeof ShipmentDetail>

/** Days with one decimal; null where no shipment has both dates. */
const Average = z.object({ days: z.number().nullable(), shipments: count })

export const TransitTimes = z.object({
  /** From processed to the carrier, and from the carrier to the client, over what was delivered in the last twelve months. */
  processing: Average,
  delivery: Average,
  /** Of those with an estimate, how many came by it. */
  onTime: z.object({ shipments: count, of: count }),
  /** What the manufacturer says of itself. */
  published: z.object({
    processing: z.object({ from: count, to: count }),
    delivery: count,
  }),
  /** By what was in them, for classes with any; a shipment of several classes counts in each. */
  classes: z.array(
    z.object({
      class: z.enum(PRODUCT_CLASSES),
      /** From the order to the carrier. */
      lead: Average,
      processing: Average,
      delivery: Average,
      /** Weeks from the order to the carrier. */
      published: z.object({ from: count, to: count }),
    }),
  ),
  since: CalendarDate,
  asOf: Instant.nullable(),
})
export type TransitTimes = z.infer<typeof TransitTimes>

const access = { permission: 'tracking.read', module: 'orders' } as const

export const trackingContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/tracking/shipments',
      summary: 'Shipments, filtered, sorted and paged; counts over all of them',
    })
    .meta(access)
    .input(z.object({ ...shipmentFilter, ...pageQuery }))
    .output(ShipmentPage),
  get: endpoint
    .route({
      method: 'GET',
      path: '/tracking/shipments/{id}',
      summary: 'One shipment: its four steps by real dates, what its carrier told, what is in it',
    })
    .meta(access)
    .input(z.object({ id }))
    .output(ShipmentDetail),
  times: endpoint
    .route({
      method: 'GET',
      path: '/tracking/times',
      summary: 'How long shipments take, computed from real dates, beside what the manufacturer publishes',
    })
    .meta(access)
    .output(TransitTimes),
}

/** Answered outside the typed router: a file, streamed. */
export const trackingFileContract = {
  export: endpoint
    .route({
      method: 'GET',
      path: '/tracking/export',
      summary: 'Every matching shipment as a file (CSV or XLSX), streamed',
    })
    .meta({ ...access, audit: 'shipments.exported' })
    .input(z.object({ ...shipmentFilter, format: z.enum(['csv', 'xlsx']).default('csv') }))
    .output(z.file()),
}

import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { CalendarDate, Instant } from '../../platform/contract/money.ts'
import { STEPS } from './contract.ts'

/** In one shipment that staff enter. */
export const MOST_LINES = 200
export const EVENT_KINDS = [...STEPS, 'exception'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

// biome-ignore lint/suspicious/noControlCharactersInRegex: a number or a name has none, so that keys made of several never run into one another
const CONTROL = /[\u0000-\u001f\u007f]/
const text = (longest: number) =>
  z
    .string()
    .normalize()
    .trim()
    .min(1)
    .max(longest)
    .refine((value) => !CONTROL.test(value), fieldMessage('notStorable'))
const optional = (longest: number) => text(longest).nullable()
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const version = z.int().min(1)
const day = CalendarDate.refine(
  (value) => value >= '2000-01-01' && value < '2100-01-01',
  fieldMessage('farAway'),
).nullable()
const wish = z.string().regex(/^[\w-]{8,64}$/)
/** People press it: nothing but an address of the web that nobody can read on its way, without a name in it. */
const link = text(500).refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : null
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}, fieldMessage('https'))

const Line = z
  .object({
    orderLineNo: optional(100),
    itemNo: optional(100),
    itemName: optional(500),
    lot: optional(100),
    /** Decimal text, in `unit`. */
    quantity: z
      .string()
      .regex(/^\d{1,9}(\.\d{1,3})?$/)
      .nullable(),
    unit: optional(30),
    /** The order that it is of, named as the shipment's is; null: of the shipment's own. */
    order: optional(200).default(null),
  })
  .strict()
  .refine(({ itemNo, itemName }) => itemNo !== null || itemName !== null, {
    path: ['itemName'],
    ...fieldMessage('missing'),
  })
export type EnteredLine = z.infer<typeof Line>

const Facts = z.object({
  /** The order that it is of, which gives its numbers and its day: one of them, or `id:` and its id; null: of none. */
  order: optional(200),
  trackingNumber: text(100),
  carrier: text(100),
  /** Where the carrier shows it; null: by the pattern of a well-known carrier. */
  carrierLink: link.nullable(),
  processedOn: day,
  shippedOn: day,
  estimatedOn: day,
  deliveredOn: day,
  shipTo: optional(500),
  weight: optional(100),
  lines: z.array(Line).max(MOST_LINES),
})
export type EnteredFacts = z.infer<typeof Facts>

/** It is made ready, leaves, and arrives, in this order. */
type Days = Pick<EnteredFacts, 'processedOn' | 'shippedOn' | 'deliveredOn'>
const leavesReady = ({ processedOn, shippedOn }: Days) => (shippedOn ?? '9') >= (processedOn ?? '')
const arrivesLast = ({ processedOn, shippedOn, deliveredOn }: Days) =>
  (deliveredOn ?? '9') >= (shippedOn ?? processedOn ?? '')

const EventFacts = z.object({
  kind: z.enum(EVENT_KINDS),
  at: Instant.refine((value) => value >= '2000' && value < '2100', fieldMessage('farAway')),
  place: optional(200),
  note: optional(500),
})
export type EnteredEvent = z.infer<typeof EventFacts>

const Entered = Facts.extend({
  id: z.number().int(),
  version: z.number().int(),
  tenantId: z.number().int(),
  tenantName: z.string(),
  order: z
    .object({ id: z.number().int(), ordNo: z.string().nullable(), primary: z.string().nullable() })
    .nullable(),
  carrierLink: z.string().nullable(),
  lines: z.array(
    z.object({
      orderLineNo: z.string().nullable(),
      itemNo: z.string().nullable(),
      itemName: z.string().nullable(),
      lot: z.string().nullable(),
      quantity: z.string().nullable(),
      unit: z.string().nullable(),
      order: z.string().nullable(),
    }),
  ),
})
export type Entered = z.infer<typeof Entered>

const Written = z.object({ id: z.number().int(), version: z.number().int() })
const meta = { permission: 'tracking.write', module: 'orders' } as const
const PATH = '/admin/shipments'
const EVENTS = `${PATH}/{id}/events` as const

export const enteredContract = {
  entered: endpoint
    .route({
      method: 'GET',
      path: `${PATH}/{id}`,
      summary: 'A shipment that staff entered, as it is corrected; 409 for one that upstream sends',
    })
    .meta(meta)
    .input(z.object({ id }))
    .output(Entered),
  enterShipment: endpoint
    .route({
      method: 'POST',
      path: PATH,
      summary:
        'Enters a shipment for a company; 409 for a number that it has already. The same `wish` again is the same shipment',
    })
    .meta({ ...meta, audit: 'shipment.entered' })
    .input(
      Facts.extend({ tenantId: z.int32().min(1), wish })
        .strict()
        .refine(leavesReady, { path: ['shippedOn'], ...fieldMessage('follows') })
        .refine(arrivesLast, { path: ['deliveredOn'], ...fieldMessage('follows') }),
    )
    .output(Written),
  correctShipment: endpoint
    .route({
      method: 'PUT',
      path: `${PATH}/{id}`,
      summary: 'Writes one anew that staff entered; 412 when somebody else did first (If-Match or version)',
    })
    .meta({ ...meta, audit: 'shipment.corrected' })
    .input(
      Facts.extend({ id, version: version.optional() })
        .strict()
        .refine(leavesReady, { path: ['shippedOn'], ...fieldMessage('follows') })
        .refine(arrivesLast, { path: ['deliveredOn'], ...fieldMessage('follows') }),
    )
    .output(Written),
  takeShipmentBack: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/take-back`,
      summary: 'Takes back one that staff entered, with all that was told of it',
    })
    .meta({ ...meta, audit: 'shipment.taken_back' })
    .input(z.object({ id, version: version.optional() }).strict())
    .output(z.object({ takenBack: z.literal(true) })),
  enterEvent: endpoint
    .route({
      method: 'POST',
      path: EVENTS,
      summary:
        'Tells what happened to a shipment that staff entered. The same `wish` again is the same event',
    })
    .meta({ ...meta, audit: 'shipment_event.entered' })
    .input(EventFacts.extend({ id, wish }).strict())
    .output(Written),
  correctEvent: endpoint
    .route({
      method: 'PUT',
      path: `${EVENTS}/{event}`,
      summary: 'Corrects what staff told; 412 when the shipment changed first (If-Match or version)',
    })
    .meta({ ...meta, audit: 'shipment_event.corrected' })
    .input(EventFacts.extend({ id, event: id, version: version.optional() }).strict())
    .output(Written),
  takeEventBack: endpoint
    .route({ method: 'POST', path: `${EVENTS}/{event}/take-back`, summary: 'Takes back what staff told' })
    .meta({ ...meta, audit: 'shipment_event.taken_back' })
    .input(z.object({ id, event: id, version: version.optional() }).strict())
    .output(Written),
}

import type { UpstreamRow } from '../../../features/ingestion/server/import-rows.ts'
import { addDays, workingDay } from './calendar.ts'
import type { Client } from './client.ts'
import { CLIENTS } from './clients.ts'
import { quantityText } from './money-text.ts'
import type { Order } from './order.ts'
import { createRandom, type Random } from './random.ts'

type Event = { at: string; kind: string; place: string; text: string }
export type DemoShipment = {
  order: Order
  number: string
  carrier: Carrier
  processedOn: string | null
  shippedOn: string | null
  estimatedOn: string
  deliveredOn: string | null
  lines: Order['lines']
  events: Event[]
}

/** How many of a client's newest orders are still on their way, how many of those are late, and how many wait for a carrier. */
const UNDER_WAY: Record<string, { inTransit: number; late: number; processing: number }> = {
  boreal: { inTransit: 12, late: 2, processing: 7 },
}
const USUAL = { inTransit: 3, late: 1, processing: 2 }
/** What carriers told longer ago is kept by nobody. */
const TOLD_WITHIN = 90

type Carrier = 'Purolator' | 'Canada Post' | 'UPS' | 'FedEx' | 'DHL'
const CARRIERS: Record<Client['language'], readonly Carrier[]> = {
  'fr-CA': ['Purolator', 'Purolator', 'Canada Post', 'FedEx', 'UPS'],
  en: ['UPS', 'UPS', 'FedEx', 'DHL', 'Purolator'],
}
const NUMBERS: Record<Carrier, [start: string, digits: number]> = {
  Purolator: ['33', 10],
  'Canada Post': ['70', 14],
  UPS: ['1Z8E4', 13],
  FedEx: ['7', 11],
  DHL: ['4', 9],
}
const TEXTS = {
  en: {
    label: 'Shipping label made',
    left: 'Picked up',
    hub: 'Departed sorting facility',
    there: 'Delivered, signed for',
    held: 'Held up by the weather',
  },
  'fr-CA': {
    label: 'Étiquette d’expédition créée',
    left: 'Ramassé',
    hub: 'Parti du centre de tri',
    there: 'Livré, signature obtenue',
    held: 'Retardé par la météo',
  },
}

/** What left, or waits for its carrier, as it stands on `asOf`: one shipment for each order that is packed or done. */
export function shipmentsUntil(orders: readonly Order[], asOf: string): DemoShipment[] {
  return CLIENTS.flatMap((client) => {
    const ofClient = orders.filter((order) => order.client === client)
    const random = createRandom(`shipments ${client.key}`)
    const { inTransit, late, processing } = UNDER_WAY[client.key] ?? USUAL
    const done = ofClient.filter(({ status }) => status === 'completed').toSorted(byPromise)
    const packed = ofClient.filter(({ status }) => status === 'packaging').slice(0, processing)
    return [
      ...packed.map((order) => drawShipment(random, order, waiting(random, asOf), asOf)),
      ...done.map((order, index) => {
        if (index >= inTransit) return drawShipment(random, order, arrived(random, order, asOf), asOf)
        return drawShipment(random, order, onItsWay(random, asOf, index < late), asOf)
      }),
    ]
  })
}

/** The newest first. */
const byPromise = (a: Order, b: Order) => (dueOn(a) < dueOn(b) ? 1 : -1)
const dueOn = ({ promisedDate, requestedDate }: Order) => promisedDate ?? requestedDate

type Dates = Pick<DemoShipment, 'processedOn' | 'shippedOn' | 'estimatedOn' | 'deliveredOn'>

const waiting = (random: Random, asOf: string): Dates => ({
  processedOn: random.chance(0.6) ? addDays(asOf, -random.whole(0, 2)) : null,
  shippedOn: null,
  estimatedOn: workingDay(addDays(asOf, random.whole(5, 11))),
  deliveredOn: null,
})

function onItsWay(random: Random, asOf: string, isLate: boolean): Dates {
  const shippedOn = addDays(asOf, -(isLate ? random.whole(9, 12) : random.whole(1, 3)))
  return {
    processedOn: addDays(shippedOn, -random.whole(1, 2)),
    shippedOn,
    estimatedOn: isLate ? addDays(asOf, -random.whole(2, 4)) : workingDay(addDays(asOf, random.whole(3, 7))),
    deliveredOn: null,
  }
}

/** It was due by `asOf`, and is there by now. */
function arrived(random: Random, order: Order, asOf: string): Dates {
  const [left, latest] = [addDays(dueOn(order), -random.whole(0, 5)), addDays(asOf, -2)]
  const shippedOn = left < latest ? left : latest
  const took = addDays(shippedOn, random.pick([2, 3, 3, 4, 4, 5, 5, 6, 8]))
  return {
    processedOn: addDays(shippedOn, -random.pick([1, 1, 1, 2, 2, 3])),
    shippedOn,
    estimatedOn: addDays(shippedOn, 5),
    deliveredOn: took < asOf ? took : addDays(asOf, -1),
  }
}

function drawShipment(random: Random, order: Order, dates: Dates, asOf: string): DemoShipment {
  const carrier = random.pick(CARRIERS[order.client.language])
  const [start, digits] = NUMBERS[carrier]
  const number = start + Array.from({ length: digits }, () => random.whole(0, 9)).join('')
  const shipped = order.lines.filter((line) => line.shipped > 0)
  return {
    order,
    number,
    carrier,
    ...dates,
    lines: dates.shippedOn === null || shipped.length === 0 ? order.lines : shipped,
    events: drawEvents(random, order, dates, asOf),
  }
}

const MAKER = 'Laval (Québec)'

function drawEvents(random: Random, { client, account }: Order, dates: Dates, asOf: string): Event[] {
  const { processedOn, shippedOn, estimatedOn, deliveredOn } = dates
  if ((shippedOn ?? asOf) < addDays(asOf, -TOLD_WITHIN)) return []
  const says = TEXTS[client.language]
  const at = (date: string, from: number) =>
    `${date}T${String(random.whole(from, from + 3)).padStart(2, '0')}:${String(random.whole(0, 59)).padStart(2, '0')}:00Z`
  const events: Event[] = []
  const tell = (date: string, from: number, kind: string, place: string, text: string) =>
    events.push({ at: at(date, from), kind, place, text })
  if (processedOn) tell(processedOn, 14, 'processed', MAKER, says.label)
  if (shippedOn === null) return events
  tell(shippedOn, 16, 'in transit', MAKER, says.left)
  const next = addDays(shippedOn, 1)
  if (next < (deliveredOn ?? asOf))
    tell(
      next,
      5,
      'in transit',
      client.language === 'en' ? 'Toronto (Ontario)' : 'Montréal (Québec)',
      says.hub,
    )
  const isLate = deliveredOn === null && estimatedOn < asOf
  if (isLate) tell(addDays(estimatedOn, -1), 9, 'exception', cityOf(account.address), says.held)
  if (deliveredOn) tell(deliveredOn, 13, 'delivered', cityOf(account.address), says.there)
  return events
}

/** "…, Montréal (Québec) H2J 2K8" or "…, Portland, ME 04101, USA" or "…, Winnipeg, MB R3J 0C4". */
function cityOf(address: string): string {
  const parts = address.split(', ')
  const last = parts.at(-1) ?? ''
  if (last.includes(' (')) return last.replace(/ [A-Z]\d[A-Z] \d[A-Z]\d$/, '')
  return parts.slice(last === 'USA' ? -3 : -2)[0] ?? address
}

const of = ({ number, carrier }: DemoShipment) => ({ 'Tracking Number': number, Carrier: carrier })

export function shipmentRow(shipment: DemoShipment): UpstreamRow {
  const { order, processedOn, shippedOn, estimatedOn, deliveredOn } = shipment
  return {
    ...of(shipment),
    Primary: order.primary,
    'Ord No': order.ordNo,
    'PO No': order.poNo,
    'Client Code': order.account.code,
    'Client Name': order.clientName,
    'Order Date': order.orderDate,
    'Processed Date': processedOn,
    'Shipped Date': shippedOn,
    'Estimated Delivery': estimatedOn,
    'Delivered Date': deliveredOn,
    'Ship To': `${order.account.name}, ${order.account.address}`,
  }
}

export const shipmentEventRows = (shipment: DemoShipment): UpstreamRow[] =>
  shipment.events.map(({ at, kind, place, text }) => ({
    ...of(shipment),
    'Event Time': at,
    Event: kind,
    Place: place,
    Text: text,
  }))

export const shipmentLineRows = (shipment: DemoShipment): UpstreamRow[] =>
  shipment.lines.map(({ lineNo, item, ordered, shipped, lot }) => ({
    ...of(shipment),
    'Line No': lineNo,
    'Order Line No': lineNo,
    'Item No': item.no,
    'Item Name': item.name,
    Lot: lot,
    Quantity: quantityText(shipped > 0 ? shipped : ordered),
    Unit: item.unit,
  }))

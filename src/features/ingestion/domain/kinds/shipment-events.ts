import { quoted } from '../number-grammar.ts'
import type { Cells } from './cells.ts'
import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind, KEY_SEPARATOR } from './kind.ts'
import { shipmentKey } from './shipments.ts'

const EVENTS = {
  placed: 'placed',
  'order placed': 'placed',
  processed: 'processed',
  'order processed': 'processed',
  'in transit': 'in_transit',
  delivered: 'delivered',
  exception: 'exception',
} as const
type ShipmentEvent = (typeof EVENTS)[keyof typeof EVENTS]

export type ShipmentEventFields = {
  /** The natural key of its shipment. */
  shipmentKey: string
  /** ISO instant in UTC. */
  happenedAt: string
  event: ShipmentEvent
  place: string | null
  note: string | null
}

/** What is told of a shipment; natural key: that of the shipment and Event No, else its time and what it is. */
export const shipmentEvents = defineKind({
  kind: 'shipment-events',
  source: [
    column('Tracking Number', 'identifier', 'required'),
    column('Carrier', 'identifier', 'required'),
    column('Event Time', 'instant', 'required'),
    textColumn('Event', 40, 'required'),
    textColumn('Place', 200),
    textColumn('Text', 500),
    column('Event No', 'identifier'),
  ],
  key: (cells) => {
    const shipment = shipmentKey(cells)
    if (shipment === null) return null
    const eventNo = cells.text('Event No')
    if (eventNo !== null) return `${shipment}${KEY_SEPARATOR}no:${eventNo}`
    const at = cells.instant('Event Time')
    const event = readEvent(cells)
    return at === null || event === null ? null : `${shipment}${KEY_SEPARATOR}${at}${KEY_SEPARATOR}${event}`
  },
  read: (cells): ShipmentEventFields => ({
    shipmentKey: shipmentKey(cells) ?? '',
    happenedAt: cells.instant('Event Time') ?? '',
    event: readEvent(cells) ?? 'placed',
    place: cells.text('Place'),
    note: cells.text('Text'),
  }),
  names: {
    'Tracking Number': names.TRACKING_NO,
    Carrier: names.CARRIER,
  },
  example: [
    {
      'Tracking Number': '1Z999AA10123456784',
      Carrier: 'UPS',
      'Event Time': '2025-08-21T14:05:00-04:00',
      Event: 'in transit',
      Place: 'Laval, QC',
      Text: 'Departed from facility',
    },
  ],
})

/** Whatever the letter case, and whether blanks, hyphens or underscores part its words. */
function readEvent(cells: Cells<'Event'>): ShipmentEvent | null {
  const text = cells.text('Event')
  if (text === null) return null
  const word = text.toLowerCase().replaceAll(/[\s_-]+/g, ' ')
  return Object.hasOwn(EVENTS, word)
    ? EVENTS[word as keyof typeof EVENTS]
    : cells.error(
        'Event',
        'unknown_event',
        `Event ${quoted(text)} is none of ${Object.keys(EVENTS).join(', ')}.`,
      )
}

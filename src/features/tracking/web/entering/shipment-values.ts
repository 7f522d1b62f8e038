import { decimalWithin, QUANTITY_TOLD, writeTyped } from '../../../../platform/web/format/typed-number.ts'
import type { OrderDetail } from '../../../orders/contract.ts'
import type { Entered, EnteredFacts, EnteredLine } from '../../entered-contract.ts'

export type LineValues = Record<
  'itemName' | 'itemNo' | 'lot' | 'quantity' | 'unit' | 'orderLineNo' | 'order',
  string
>
export const FACTS = [
  'trackingNumber',
  'carrier',
  'carrierLink',
  'estimatedOn',
  'processedOn',
  'shippedOn',
  'deliveredOn',
  'shipTo',
  'weight',
] as const

/** As typed: a field that is not filled is empty. */
export type ShipmentValues = { tenantId: string; order: string; lines: LineValues[] } & Record<
  (typeof FACTS)[number],
  string
>

export const EMPTY_LINE: LineValues = {
  ...{ itemName: '', itemNo: '', lot: '', quantity: '', unit: '', orderLineNo: '', order: '' },
}

export const newShipment = (tenantId: number | undefined): ShipmentValues => ({
  tenantId: tenantId === undefined ? '' : String(tenantId),
  ...{ order: '', trackingNumber: '', carrier: '', carrierLink: '', shipTo: '', weight: '' },
  ...{ estimatedOn: '', processedOn: '', shippedOn: '', deliveredOn: '' },
  lines: [EMPTY_LINE],
})

const said = (text: string | null) => text ?? ''

/** With what the order still has to send. */
export const ofOrder = ({ order, lines }: OrderDetail, tenantId: number | undefined): ShipmentValues => {
  const open = lines.filter((line) => line.open === null || line.open > 0)
  return {
    ...newShipment(tenantId),
    order: order.ordNo ?? order.primary ?? `id:${order.id}`,
    lines:
      open.length === 0
        ? [EMPTY_LINE]
        : open.map((line) => ({
            ...{ itemName: said(line.itemName), itemNo: said(line.itemNo), lot: said(line.lot) },
            ...{ unit: said(line.unit), orderLineNo: line.lineNo, order: '' },
            quantity: line.open === null ? '' : writeTyped(line.open),
          })),
  }
}

export const valuesOf = (shipment: Entered): ShipmentValues => ({
  tenantId: String(shipment.tenantId),
  order: shipment.order ? orderText(shipment.order) : '',
  ...{ trackingNumber: shipment.trackingNumber, carrier: shipment.carrier },
  ...{
    carrierLink: said(shipment.carrierLink),
    shipTo: said(shipment.shipTo),
    weight: said(shipment.weight),
  },
  ...{ estimatedOn: said(shipment.estimatedOn), processedOn: said(shipment.processedOn) },
  ...{ shippedOn: said(shipment.shippedOn), deliveredOn: said(shipment.deliveredOn) },
  lines: shipment.lines.map((line) => ({
    ...{ itemName: said(line.itemName), itemNo: said(line.itemNo), lot: said(line.lot) },
    ...{ unit: said(line.unit), orderLineNo: said(line.orderLineNo), order: said(line.order) },
    quantity: line.quantity === null ? '' : writeTyped(line.quantity),
  })),
})

const orderText = ({ id, ordNo, primary }: NonNullable<Entered['order']>) => ordNo ?? primary ?? `id:${id}`

const told = (text: string) => text.trim() || null
/** A row that nobody filled is none. */
const filled = (lines: readonly LineValues[]) =>
  lines.filter((line) => Object.values(line).some((text) => text.trim() !== ''))

/** What is wrong first, in the order of the fields; null: nothing. */
export function wrongIn(
  values: ShipmentValues,
):
  | { what: 'noClient' | 'noNumber' | 'wrongLink' | 'wrongDays' }
  | { what: 'wrongLine'; line: number }
  | { what: 'wrongQuantity' }
  | null {
  const { tenantId, trackingNumber, carrier, carrierLink, processedOn, shippedOn, deliveredOn } = values
  if (tenantId === '') return { what: 'noClient' }
  if (trackingNumber.trim() === '' || carrier.trim() === '') return { what: 'noNumber' }
  if (carrierLink.trim() !== '' && !/^https:\/\/[^\s@]+$/.test(carrierLink.trim()))
    return { what: 'wrongLink' }
  const days = [processedOn, shippedOn, deliveredOn].filter((day) => day !== '')
  if (days.some((day, at) => at > 0 && day < (days[at - 1] ?? ''))) return { what: 'wrongDays' }
  const line = values.lines.findIndex(
    (line) => filled([line]).length > 0 && line.itemName.trim() === '' && line.itemNo.trim() === '',
  )
  if (line >= 0) return { what: 'wrongLine', line: line + 1 }
  const isWrong = values.lines.some(
    ({ quantity }) => quantity.trim() !== '' && decimalWithin(quantity, QUANTITY_TOLD) === null,
  )
  return isWrong ? { what: 'wrongQuantity' } : null
}

/** As it goes to the server; the order that it has already is named by its id. */
export const factsOf = (values: ShipmentValues, order: Entered['order'] = null): EnteredFacts => ({
  order: order && values.order === orderText(order) ? `id:${order.id}` : told(values.order),
  ...{ trackingNumber: values.trackingNumber.trim(), carrier: values.carrier.trim() },
  ...{ carrierLink: told(values.carrierLink), shipTo: told(values.shipTo), weight: told(values.weight) },
  ...{ estimatedOn: told(values.estimatedOn), processedOn: told(values.processedOn) },
  ...{ shippedOn: told(values.shippedOn), deliveredOn: told(values.deliveredOn) },
  lines: filled(values.lines).map(
    (line): EnteredLine => ({
      ...{ itemName: told(line.itemName), itemNo: told(line.itemNo), lot: told(line.lot) },
      ...{ unit: told(line.unit), orderLineNo: told(line.orderLineNo), order: told(line.order) },
      quantity: decimalWithin(line.quantity, QUANTITY_TOLD),
    }),
  ),
})

/** In one line of text, to be compared by whoever reads it. */
export const linesText = (lines: readonly LineValues[]): string =>
  filled(lines)
    .map((line) =>
      [line.quantity, line.unit, line.itemName || line.itemNo, line.lot, line.order]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ')

export type EnterButtonProps = {
  /** The one that it is of, with what it still has to send. */
  order?: { id: number; tenantName?: string | undefined }
  onSaved?: (id: number) => void
}

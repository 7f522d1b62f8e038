import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind, KEY_SEPARATOR } from './kind.ts'
import { orderKey } from './orders.ts'
import { shipmentKey } from './shipments.ts'

export type ShipmentLineFields = {
  /** The natural key of its shipment. */
  shipmentKey: string
  lineNo: string
  /** Line No of the order. */
  orderLineNo: string | null
  itemNo: string | null
  itemName: string | null
  lot: string | null
  qtyThousandths: number | null
  unit: string | null
  /** The natural key of its order, where that is not the shipment's own. */
  orderKey: string | null
  primary: string | null
  ordNo: string | null
  poNo: string | null
}

/** What is in a shipment; natural key: that of the shipment and Line No. */
export const shipmentLines = defineKind({
  kind: 'shipment-lines',
  source: [
    column('Tracking Number', 'identifier', 'required'),
    column('Carrier', 'identifier', 'required'),
    column('Line No', 'identifier', 'required'),
    column('Order Line No', 'identifier'),
    column('Item No', 'identifier'),
    textColumn('Item Name', 500),
    column('Lot', 'identifier'),
    column('Quantity', 'quantity'),
    textColumn('Unit', 30),
  ],
  // What leaves together for several orders: of which of them the line is.
  further: [column('Primary', 'identifier'), column('Ord No', 'identifier'), column('PO No', 'identifier')],
  key: (cells) => {
    const shipment = shipmentKey(cells)
    const lineNo = cells.text('Line No')
    return shipment === null || lineNo === null ? null : `${shipment}${KEY_SEPARATOR}${lineNo}`
  },
  read: (cells): ShipmentLineFields => ({
    shipmentKey: shipmentKey(cells) ?? '',
    lineNo: cells.text('Line No') ?? '',
    orderLineNo: cells.text('Order Line No'),
    itemNo: cells.text('Item No'),
    itemName: cells.text('Item Name'),
    lot: cells.text('Lot'),
    qtyThousandths: cells.quantity('Quantity')?.thousandths ?? null,
    unit: cells.text('Unit'),
    orderKey: orderKey(cells),
    primary: cells.text('Primary'),
    ordNo: cells.text('Ord No'),
    poNo: cells.text('PO No'),
  }),
  names: {
    'Tracking Number': names.TRACKING_NO,
    Carrier: names.CARRIER,
    'Line No': names.LINE_NO,
    'Item No': names.ITEM_NO,
    'Item Name': names.ITEM_NAME,
    Lot: names.LOT,
    Quantity: names.QUANTITY,
    Unit: names.UNIT,
    'Ord No': names.ORDER_NO,
    'PO No': names.PO_NO,
  },
  lineOf: { key: shipmentKey, parent: ['Tracking Number', 'Carrier'], column: 'Line No' },
  example: [
    {
      'Tracking Number': '1Z999AA10123456784',
      Carrier: 'UPS',
      'Line No': 1,
      'Order Line No': 1,
      'Item No': 'BC-120',
      'Item Name': 'Probiotic blend 50B',
      Lot: 'L25201A',
      Quantity: 12.5,
      Unit: 'KG',
    },
  ],
})

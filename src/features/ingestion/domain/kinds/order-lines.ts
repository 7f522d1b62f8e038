import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind, KEY_SEPARATOR } from './kind.ts'
import { orderKey } from './orders.ts'

export type OrderLineFields = {
  /** The natural key of its order. */
  orderKey: string
  primary: string | null
  ordNo: string | null
  lineNo: string
  itemNo: string | null
  itemName: string | null
  qtyOrderedThousandths: number | null
  qtyOrderedText: string | null
  qtyShippedThousandths: number | null
  qtyShippedText: string | null
  unit: string | null
  /** Exact decimal text, at most six decimals. */
  unitPrice: string | null
  currency: string | null
  lot: string | null
}

/** A line of an order; natural key: that of the order and Line No. */
export const orderLines = defineKind({
  kind: 'order-lines',
  source: [
    column('Primary', 'identifier'),
    column('Ord No', 'identifier'),
    column('Line No', 'identifier', 'required'),
    column('Item No', 'identifier'),
    textColumn('Item Name', 500),
    column('Qty Ordered', 'quantity'),
    column('Qty Shipped', 'quantity'),
    textColumn('Unit', 30),
    column('Unit Price', 'price'),
    column('Lot', 'identifier'),
  ],
  further: [column('Currency', 'currency')],
  oneOf: [['Primary', 'Ord No']],
  key: (cells) => {
    const order = orderKey(cells)
    const lineNo = cells.text('Line No')
    return order === null || lineNo === null ? null : `${order}${KEY_SEPARATOR}${lineNo}`
  },
  read: (cells): OrderLineFields => {
    const ordered = cells.quantity('Qty Ordered')
    const shipped = cells.quantity('Qty Shipped')
    const price = cells.price('Unit Price')
    return {
      orderKey: orderKey(cells) ?? '',
      primary: cells.text('Primary'),
      ordNo: cells.text('Ord No'),
      lineNo: cells.text('Line No') ?? '',
      itemNo: cells.text('Item No'),
      itemName: cells.text('Item Name'),
      qtyOrderedThousandths: ordered?.thousandths ?? null,
      qtyOrderedText: ordered?.text ?? null,
      qtyShippedThousandths: shipped?.thousandths ?? null,
      qtyShippedText: shipped?.text ?? null,
      unit: cells.text('Unit'),
      unitPrice: price?.price ?? null,
      currency: cells.currency('Currency'),
      lot: cells.text('Lot'),
    }
  },
  names: {
    'Ord No': names.ORDER_NO,
    'Line No': names.LINE_NO,
    'Item No': names.ITEM_NO,
    'Item Name': names.ITEM_NAME,
    'Qty Ordered': names.QTY_ORDERED,
    'Qty Shipped': names.QTY_SHIPPED,
    Unit: names.UNIT,
    'Unit Price': names.UNIT_PRICE,
    Lot: names.LOT,
    Currency: names.CURRENCY,
  },
  lineOf: { key: orderKey, parent: ['Primary', 'Ord No'], column: 'Line No' },
  example: [
    {
      Primary: '20418',
      'Line No': 1,
      'Item No': 'BC-120',
      'Item Name': 'Probiotic blend 50B',
      'Qty Ordered': 12.5,
      Unit: 'KG',
      'Unit Price': '98.7650',
    },
  ],
})

import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind, KEY_SEPARATOR } from './kind.ts'

export type PriceFields = {
  clientCode: string | null
  clientName: string | null
  itemNo: string
  /** A decimal of up to six digits. */
  unitPrice: string
  /** Null: the tenant's. */
  currency: string | null
  unit: string | null
  validFrom: string
  /** The last day; null: until another one begins. */
  validTo: string | null
}

/** What a client pays for an item from a day on; natural key: client, Item No, Currency and Valid From. */
export const priceList = defineKind({
  kind: 'price-list',
  source: [
    column('Client Code', 'identifier'),
    textColumn('Client Name', 200),
    column('Item No', 'identifier', 'required'),
    column('Unit Price', 'price', 'required'),
    column('Currency', 'currency'),
    textColumn('Unit', 30),
    column('Valid From', 'date', 'required'),
    column('Valid To', 'date'),
  ],
  oneOf: [['Client Name', 'Client Code']],
  key: (cells) => {
    const client = cells.text('Client Code') ?? cells.text('Client Name')
    const parts = [client, cells.text('Item No'), cells.currency('Currency') ?? '', cells.date('Valid From')]
    return parts.includes(null) ? null : parts.join(KEY_SEPARATOR)
  },
  read: (cells): PriceFields => {
    const price = cells.price('Unit Price')?.price ?? null
    if (price?.startsWith('-')) cells.error('Unit Price', 'out_of_range', 'Unit Price is below 0.')
    const validFrom = cells.date('Valid From')
    const validTo = cells.date('Valid To')
    if (validFrom !== null && validTo !== null && validTo < validFrom)
      cells.error('Valid To', 'out_of_range', 'Valid To lies before Valid From.')
    return {
      clientCode: cells.text('Client Code'),
      clientName: cells.text('Client Name'),
      itemNo: cells.text('Item No') ?? '',
      unitPrice: price ?? '0',
      currency: cells.currency('Currency'),
      unit: cells.text('Unit'),
      validFrom: validFrom ?? '',
      validTo,
    }
  },
  names: {
    'Client Code': names.CLIENT_CODE,
    'Client Name': names.CLIENT_NAME,
    'Item No': names.ITEM_NO,
    'Unit Price': names.UNIT_PRICE,
    Currency: names.CURRENCY,
    Unit: names.UNIT,
    'Valid From': names.VALID_FROM,
    'Valid To': names.VALID_TO,
  },
  example: [
    {
      'Client Code': 'BOR-01',
      'Item No': 'BC-120',
      'Unit Price': '98.7650',
      Currency: 'CAD',
      Unit: 'KG',
      'Valid From': '2025-01-01',
      'Valid To': '2025-12-31',
    },
  ],
})

import type { LotState } from '../../../lots/contract.ts'
import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind, KEY_SEPARATOR } from './kind.ts'

export type LotFields = {
  lotNo: string
  itemNo: string
  manufacturedOn: string | null
  expiresOn: string | null
  state: LotState
  madeThousandths: number | null
  unit: string | null
}

const STATES: Readonly<Record<string, LotState>> = {
  released: 'released',
  'on hold': 'on_hold',
  hold: 'on_hold',
  quarantine: 'quarantine',
  rejected: 'rejected',
  expired: 'expired',
}

/** The first two parts of the key of whatever is a lot's; the item is found where the number stands at one alone. */
export const lotKey = (cells: { text(name: 'Lot No' | 'Item No'): string | null }): string | null => {
  const lotNo = cells.text('Lot No')
  return lotNo === null ? null : `${lotNo}${KEY_SEPARATOR}${cells.text('Item No') ?? ''}`
}

/** A lot of a product; natural key: Lot No and Item No. */
export const lots = defineKind({
  kind: 'lots',
  source: [
    column('Lot No', 'identifier', 'required'),
    column('Item No', 'identifier', 'required'),
    column('Manufactured', 'date'),
    column('Expiry', 'date_or_month'),
    textColumn('State', 30, 'required'),
    column('Quantity', 'quantity'),
    textColumn('Unit', 30),
  ],
  key: lotKey,
  read: (cells): LotFields => {
    const [manufacturedOn, expiresOn] = [cells.date('Manufactured'), cells.dateOrMonth('Expiry')]
    if (manufacturedOn !== null && expiresOn !== null && expiresOn < manufacturedOn)
      cells.error('Expiry', 'out_of_range', 'Expiry lies before Manufactured.')
    return {
      lotNo: cells.text('Lot No') ?? '',
      itemNo: cells.text('Item No') ?? '',
      manufacturedOn,
      expiresOn,
      state: cells.word('State', STATES, 'unknown_state') ?? 'quarantine',
      madeThousandths: cells.quantity('Quantity')?.thousandths ?? null,
      unit: cells.text('Unit'),
    }
  },
  names: {
    'Lot No': names.LOT,
    'Item No': names.ITEM_NO,
    Manufactured: names.MANUFACTURED,
    Expiry: names.EXPIRY,
    State: names.STATUS,
    Quantity: names.QUANTITY,
    Unit: names.UNIT,
  },
  example: [
    {
      'Lot No': 'L25174B',
      'Item No': 'GH-60',
      Manufactured: '2025-06-23',
      Expiry: '2027-06-30',
      State: 'released',
      Quantity: 48_200,
      Unit: 'UN',
      'Updated At': '2025-07-02T15:20:00Z',
    },
  ],
})

import type { ProductClass } from '../../../products/contract.ts'
import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind } from './kind.ts'

export type ProductFields = {
  itemNo: string
  name: string
  nameFr: string | null
  nameDe: string | null
  nameEs: string | null
  category: string | null
  class: ProductClass | null
  unit: string | null
  /** Null: what is usual for the class. */
  minimumThousandths: number | null
  leadWeeksFrom: number | null
  leadWeeksTo: number | null
  active: boolean
}

const CLASSES: Readonly<Record<string, ProductClass>> = {
  blend: 'blend',
  blends: 'blend',
  'bulk capsule': 'bulk_capsule',
  'bulk capsules': 'bulk_capsule',
  'finished product': 'finished_product',
  'finished products': 'finished_product',
}

/** A product of the manufacturer; natural key: Item No. */
export const products = defineKind({
  kind: 'products',
  source: [
    column('Item No', 'identifier', 'required'),
    textColumn('Name', 500, 'required'),
    textColumn('Name FR', 500),
    textColumn('Name DE', 500),
    textColumn('Name ES', 500),
    textColumn('Category', 100),
    textColumn('Class', 30),
    textColumn('Unit', 30),
    column('Minimum Quantity', 'quantity'),
    column('Lead Weeks From', 'weeks'),
    column('Lead Weeks To', 'weeks'),
    column('Active', 'flag'),
  ],
  key: (cells) => cells.text('Item No'),
  read: (cells): ProductFields => {
    const minimum = cells.quantity('Minimum Quantity')?.thousandths ?? null
    if (minimum !== null && minimum <= 0)
      cells.error('Minimum Quantity', 'out_of_range', 'Minimum Quantity is not above 0.')
    const from = cells.weeks('Lead Weeks From')
    const to = cells.weeks('Lead Weeks To')
    if (from !== null && to !== null && from > to)
      cells.error('Lead Weeks To', 'out_of_range', 'Lead Weeks To is less than Lead Weeks From.')
    return {
      itemNo: cells.text('Item No') ?? '',
      name: cells.text('Name') ?? '',
      nameFr: cells.text('Name FR'),
      nameDe: cells.text('Name DE'),
      nameEs: cells.text('Name ES'),
      category: cells.text('Category'),
      class: cells.word('Class', CLASSES, 'unknown_class'),
      unit: cells.text('Unit'),
      minimumThousandths: minimum,
      leadWeeksFrom: from ?? to,
      leadWeeksTo: to ?? from,
      active: cells.flag('Active') ?? true,
    }
  },
  names: {
    'Item No': names.ITEM_NO,
    Name: names.NAME,
    Category: names.CATEGORY,
    Unit: names.UNIT,
  },
  example: [
    {
      'Item No': 'GH-60',
      Name: 'Gut Health 60 capsules',
      'Name FR': 'Santé intestinale 60 capsules',
      Category: 'Digestive',
      Class: 'finished product',
      Unit: 'UN',
      'Minimum Quantity': 5000,
      'Lead Weeks From': 12,
      'Lead Weeks To': 16,
      Active: 'yes',
    },
    { 'Item No': 'BC-120', Name: 'Probiotic blend 50B', Class: 'blend', Unit: 'KG' },
  ],
})

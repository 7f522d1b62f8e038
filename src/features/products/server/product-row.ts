import type { Selectable } from 'kysely'
import type { Products } from '../../../platform/server/database/database.types.ts'
import type { Product, ProductClass } from '../contract.ts'
import { termsOf } from '../domain/usual-terms.ts'

/** The columns that a product is made of. */
export const PRODUCT_COLUMNS = [
  'p.id',
  'p.item_no',
  'p.name',
  'p.name_fr',
  'p.name_de',
  'p.name_es',
  'p.category',
  'p.class',
  'p.unit',
  'p.minimum_quantity',
  'p.lead_weeks_from',
  'p.lead_weeks_to',
  'p.active',
] as const

type Row = Pick<
  Selectable<Products>,
  (typeof PRODUCT_COLUMNS)[number] extends `p.${infer Name extends keyof Products}` ? Name : never
>

export function toProduct(row: Row): Product {
  const kind = row.class as ProductClass | null // a check of the table
  return {
    id: row.id,
    itemNo: row.item_no,
    name: row.name,
    names: { 'fr-CA': row.name_fr, de: row.name_de, es: row.name_es },
    category: row.category,
    class: kind,
    unit: row.unit,
    ...termsOf({
      class: kind,
      unit: row.unit,
      minimumQuantity: row.minimum_quantity === null ? null : Number(row.minimum_quantity),
      leadWeeksFrom: row.lead_weeks_from,
      leadWeeksTo: row.lead_weeks_to,
    }),
    active: row.active,
  }
}

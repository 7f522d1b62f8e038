import type { Selectable } from 'kysely'
import type { ClassTerms, Products } from '../../../platform/server/database/database.types.ts'
import type { Product, ProductClass } from '../contract.ts'
import { termsOf, type Usual } from '../domain/usual-terms.ts'

const OWN = [
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

/** The columns that a product is made of: its own, and of its class (`class_terms as u`, on the class) what is usual. */
export const PRODUCT_COLUMNS = [
  ...OWN,
  'u.minimum_quantity as usual_quantity',
  'u.unit as usual_unit',
  'u.lead_weeks_from as usual_from',
  'u.lead_weeks_to as usual_to',
] as const

type Terms = Selectable<ClassTerms>
type Row = Pick<
  Selectable<Products>,
  (typeof OWN)[number] extends `p.${infer Name extends keyof Products}` ? Name : never
> & {
  usual_quantity: Terms['minimum_quantity'] | null
  usual_unit: Terms['unit'] | null
  usual_from: Terms['lead_weeks_from'] | null
  usual_to: Terms['lead_weeks_to'] | null
}

export function toProduct(row: Row): Product {
  return {
    id: row.id,
    itemNo: row.item_no,
    name: row.name,
    names: { 'fr-CA': row.name_fr, de: row.name_de, es: row.name_es },
    category: row.category,
    class: row.class as ProductClass | null, // a check of the table
    unit: row.unit,
    ...termsOf(
      {
        unit: row.unit,
        minimumQuantity: row.minimum_quantity === null ? null : Number(row.minimum_quantity),
        leadWeeksFrom: row.lead_weeks_from,
        leadWeeksTo: row.lead_weeks_to,
      },
      usualOf(row),
    ),
    active: row.active,
  }
}

function usualOf({ usual_quantity, usual_unit: unit, usual_from: from, usual_to: to }: Row): Usual | null {
  if (usual_quantity === null || unit === null || from === null || to === null) return null
  return { quantity: Number(usual_quantity), unit, from, to }
}

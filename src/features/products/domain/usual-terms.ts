import type { Product, ProductClass } from '../contract.ts'
import { countsPieces, inUnit } from './units.ts'

type Terms = { quantity: number; unit: string; from: number; to: number }

/** What is usual for a class: the least that is made, and the weeks that it takes (C5). */
const USUAL: Record<ProductClass, Terms> = {
  blend: { quantity: 100, unit: 'KG', from: 6, to: 8 },
  bulk_capsule: { quantity: 150, unit: 'UN', from: 8, to: 12 },
  finished_product: { quantity: 5000, unit: 'UN', from: 12, to: 16 },
}

/** In how many weeks a class is usually made (C5). */
export const usualWeeks = (of: ProductClass) => ({ from: USUAL[of].from, to: USUAL[of].to })

type Own = {
  class: ProductClass | null
  unit: string | null
  minimumQuantity: number | null
  leadWeeksFrom: number | null
  leadWeeksTo: number | null
}

/**
 * The usual minimum in the unit that the product is ordered in. Units are what it is sold in, where that counts pieces: of
 * capsules sold by the thousand 150 of those; kilograms become grams. What cannot be compared stays in the class's unit.
 */
function usualMinimum({ quantity, unit }: Terms, orderedIn: string | null) {
  if (orderedIn === null) return { quantity, unit }
  if (countsPieces(unit) && countsPieces(orderedIn)) return { quantity, unit: orderedIn }
  const same = inUnit(quantity, unit, orderedIn)
  return same === null ? { quantity, unit } : { quantity: same, unit: orderedIn }
}

/** A product's own terms, else those of its class. Its own minimum is in its own unit. */
export function termsOf(own: Own): Pick<Product, 'minimum' | 'leadWeeks'> {
  const usual = own.class && USUAL[own.class]
  const minimum =
    own.minimumQuantity !== null
      ? { quantity: own.minimumQuantity, unit: own.unit ?? usual?.unit ?? null }
      : usual && usualMinimum(usual, own.unit)
  const leadWeeks =
    own.leadWeeksFrom !== null && own.leadWeeksTo !== null
      ? { from: own.leadWeeksFrom, to: own.leadWeeksTo }
      : usual && { from: usual.from, to: usual.to }
  return { minimum, leadWeeks }
}

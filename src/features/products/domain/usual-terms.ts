import { countsPieces, inUnit } from '../../../platform/domain/units.ts'
import type { Product } from '../contract.ts'

/** What is usual for a class: the least that is made, and the weeks that it takes (C5). */
export type Usual = { quantity: number; unit: string; from: number; to: number }

type Own = {
  unit: string | null
  minimumQuantity: number | null
  leadWeeksFrom: number | null
  leadWeeksTo: number | null
}

/**
 * The usual minimum in the unit that the product is ordered in. Units are what it is sold in, where that counts pieces: of
 * capsules sold by the thousand 150 of those; kilograms become grams. What cannot be compared stays in the class's unit.
 */
function usualMinimum({ quantity, unit }: Usual, orderedIn: string | null) {
  if (orderedIn === null) return { quantity, unit }
  if (countsPieces(unit) && countsPieces(orderedIn)) return { quantity, unit: orderedIn }
  const same = inUnit(quantity, unit, orderedIn)
  return same === null ? { quantity, unit } : { quantity: same, unit: orderedIn }
}

/** A product's own terms, else those of its class. Its own minimum is in its own unit. */
export function termsOf(own: Own, usual: Usual | null): Pick<Product, 'minimum' | 'leadWeeks'> {
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

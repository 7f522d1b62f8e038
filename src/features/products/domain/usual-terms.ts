import type { Product, ProductClass } from '../contract.ts'

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

/** A product's own terms, else those of its class. Its own minimum is in its own unit, that of the class in the class's. */
export function termsOf(own: Own): Pick<Product, 'minimum' | 'leadWeeks'> {
  const usual = own.class && USUAL[own.class]
  const minimum =
    own.minimumQuantity !== null
      ? { quantity: own.minimumQuantity, unit: own.unit ?? usual?.unit ?? null }
      : usual && { quantity: usual.quantity, unit: usual.unit }
  const leadWeeks =
    own.leadWeeksFrom !== null && own.leadWeeksTo !== null
      ? { from: own.leadWeeksFrom, to: own.leadWeeksTo }
      : usual && { from: usual.from, to: usual.to }
  return { minimum, leadWeeks }
}

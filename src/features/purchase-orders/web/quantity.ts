import { isWhole } from '../../../platform/domain/units.ts'
import { type Bounds, decimalWithin, QUANTITY } from '../../../platform/web/format/typed-number.ts'

/** Of pieces and packages whole numbers alone. */
export const quantityIn = (unit: string | null): Bounds =>
  isWhole(unit) ? { ...QUANTITY, decimals: 0 } : QUANTITY

/** A quantity as it is typed; null: none that can be ordered. */
export function readQuantity(text: string, unit: string | null = null): number | null {
  const decimal = decimalWithin(text, quantityIn(unit))
  return decimal === null ? null : Number(decimal)
}

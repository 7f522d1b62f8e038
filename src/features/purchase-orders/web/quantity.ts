import { decimalWithin, QUANTITY } from '../../../platform/web/format/typed-number.ts'

/** A quantity as it is typed; null: none that can be ordered. */
export function readQuantity(text: string): number | null {
  const decimal = decimalWithin(text, QUANTITY)
  return decimal === null ? null : Number(decimal)
}

import { readTyped } from '../../../platform/web/format/typed-number.ts'

/** A quantity as it is typed, of up to three decimals; null: none above 0. */
export function readQuantity(text: string): number | null {
  const decimal = readTyped(text)
  if (decimal === null || !/^\d+(\.\d{1,3})?$/.test(decimal)) return null
  const quantity = Number(decimal)
  return quantity > 0 && quantity <= 999_999_999 ? quantity : null
}

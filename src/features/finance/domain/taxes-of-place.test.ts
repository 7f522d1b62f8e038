import { expect, it } from 'vitest'
import { TAX_CASES, TAX_RATES } from '../../../../test/support/tax-cases.ts'
import { taxesOfPlace } from './taxes-of-place.ts'

it.each(TAX_CASES)('the taxes of %s on %s, in %s, of %i', (place, date, currency, subtotal, taxes) => {
  const found = taxesOfPlace(TAX_RATES, { place, date, currency, subtotal: BigInt(subtotal) })
  expect(found.map(({ name, rate, cents }) => [name, rate, Number(cents)])).toEqual(taxes)
})

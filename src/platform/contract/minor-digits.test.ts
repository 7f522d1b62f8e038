import { expect, test } from 'vitest'
import { minorDigits } from './minor-digits.ts'

test.each([
  ['CAD', 2],
  ['EUR', 2],
  ['RSD', 2],
  ['HUF', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['CLP', 0],
  ['KWD', 3],
  ['TND', 3],
  ['IQD', 3],
  ['XXX', 2],
])('%s has %d', (currency, digits) => {
  expect(minorDigits(currency)).toBe(digits)
})

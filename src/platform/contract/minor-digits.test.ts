import { expect, test } from 'vitest'
import { inMinorDigits, losesDigits, minorDigits } from './minor-digits.ts'

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

test.each([
  ['1234', 'KWD', false],
  ['1234.5', 'KWD', true],
  ['-0.1', 'TND', true],
  // Rounded to thousandths it is 12.340.
  ['1234.04', 'KWD', false],
  ['1234.05', 'KWD', true],
  ['1233.96', 'KWD', false],
  ['1234.5', 'CAD', false],
  ['1234.5', 'JPY', false],
])('%s hundredths in %s lose digits: %s', (hundredths, currency, loses) => {
  expect(losesDigits(hundredths, currency)).toBe(loses)
})

test.each([
  ['1501.00', 'JPY', '1501'],
  ['-12.50', 'JPY', '-12.50'],
  ['12.34', 'KWD', '12.340'],
  ['1501.00', 'CAD', '1501.00'],
])('%s in %s is written %s', (amount, currency, written) => {
  expect(inMinorDigits(amount, currency)).toBe(written)
})

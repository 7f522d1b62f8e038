import { expect, it } from 'vitest'
import { amountOf, sumOf, without } from './amounts.ts'

it.each([
  ['100', '100.00'],
  ['1 234,5', '1234.50'],
  ['1\u00a0234.56', '1234.56'],
  ['007.1', '7.10'],
  ['0.00', undefined],
  ['-1', undefined],
  ['1.005', undefined],
  ['1e3', undefined],
  ['1,50', '1.50'],
  // In French a fraction of three digits, which is none of cents.
  ['1,500', undefined],
  ['', undefined],
])('%s is %s', (typed, amount) => {
  expect(amountOf(typed, 'CAD', 'fr-CA')).toBe(amount)
})

it('is a thousand and a half, not one and a half, in English', () => {
  expect(amountOf('1,500', 'CAD', 'en')).toBe('1500.00')
})

it('has no more decimals than the currency', () => {
  expect(amountOf('1500', 'JPY', 'en')).toBe('1500.00')
  expect(amountOf('1500.5', 'JPY', 'en')).toBeUndefined()
})

it('adds up beyond what a float holds', () => {
  expect(sumOf(['90071992547409.93', '0.02', '0.05'])).toBe('90071992547410.00')
  expect(sumOf([])).toBe('0.00')
  expect(without('100.00', ['40.50', '0.01'])).toBe('59.49')
  expect(without('100.00', ['100.00'])).toBeNull()
  // What is given back is below 0.
  expect(without('100.00', ['-0.05'])).toBe('100.05')
})

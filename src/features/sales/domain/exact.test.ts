import fc from 'fast-check'
import { expect, test } from 'vitest'
import { averageOf, changeOf } from './exact.ts'

test.each([
  ['100.00', '104.20', 4.2],
  ['100.00', '95.00', -5],
  // Half a tenth goes away from zero, as PostgreSQL rounds.
  ['1000.00', '1000.50', 0.1],
  ['1000.00', '999.50', -0.1],
  ['3.00', '1.00', -66.7],
  ['-50.00', '100.00', -300],
  ['-50.00', '-60.00', 20],
  ['0.00', '0.00', 0],
  ['0.00', '12.00', null],
  [0.125, 0.25, 100],
  ['90071992547409.91', '90071992547409.91', 0],
])('from %s to %s is %s per cent', (before, now, percent) => {
  expect(changeOf(before, now)).toBe(percent)
})

test.each([
  ['0.06', 12, 2, 0.01],
  ['-0.06', 12, 2, -0.01],
  ['0.05', 12, 2, 0],
  ['100.00', 12, 2, 8.33],
  [1, 3, 3, 0.333],
  [-0.002, 4, 3, -0.001],
] as const)('%s over %s is, with %s decimals, %s', (sum, over, decimals, average) => {
  expect(averageOf(sum, over, decimals) + 0).toBe(average)
})

test('an average times its number is its sum, but for the rounding', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 1, max: 60 }), (cents, over) => {
      const average = averageOf((cents / 100).toFixed(2), over, 2)
      expect(Math.abs(Math.round(100 * average) * over - cents)).toBeLessThanOrEqual(over / 2)
    }),
  )
})

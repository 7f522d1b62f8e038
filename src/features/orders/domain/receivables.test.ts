import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitReceivables } from './receivables.ts'

test.each([
  [0n, [0n, 0n, 0n]],
  [100n, [60n, 25n, 15n]],
  [1n, [1n, 0n, 0n]],
  [2n, [1n, 1n, 0n]],
  [3n, [2n, 1n, 0n]],
  [10n, [6n, 3n, 1n]],
  [99n, [59n, 25n, 15n]],
  [101n, [61n, 25n, 15n]],
  [-100n, [-60n, -25n, -15n]],
  [-1n, [-1n, 0n, 0n]],
  [9_999_999_999_999_999n, [6_000_000_000_000_000n - 1n, 2_500_000_000_000_000n, 1_500_000_000_000_000n]],
])('%s cents are split 60/25/15, the last takes the rounding', (total, [under30, under60, over60]) => {
  expect(splitReceivables(total)).toEqual({ under30, under60, over60 })
})

test('any total is the sum of its parts, each within a cent of its share', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (total) => {
      const { under30, under60, over60 } = splitReceivables(total)
      expect(under30 + under60 + over60).toBe(total)
      for (const [part, share] of [
        [under30, 60n],
        [under60, 25n],
        [over60, 15n],
      ] as const) {
        const off = part * 100n - total * share
        expect(off <= 100n && off >= -100n).toBe(true)
      }
    }),
  )
})

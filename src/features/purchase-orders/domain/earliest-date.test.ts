import { expect, it } from 'vitest'
import { earliestDate } from './earliest-date.ts'

it('is when the slowest line can be ready', () => {
  const weeks = (from: number) => ({ leadWeeks: { from, to: from + 2 } })
  expect(earliestDate('2025-08-31', [weeks(6), weeks(8), { leadWeeks: null }])).toBe('2025-10-26')
  expect(earliestDate('2025-08-31', [{ leadWeeks: null }])).toBeNull()
})

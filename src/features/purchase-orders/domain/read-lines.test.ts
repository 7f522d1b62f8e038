import { describe, expect, it } from 'vitest'
import { earliestDate } from './earliest-date.ts'
import { readLines } from './read-lines.ts'

describe('readLines', () => {
  it.each([
    ['P-1\t100', [['P-1', '100']]],
    ['P-1;1 000,5', [['P-1', '1 000,5']]],
    ['P-1,250', [['P-1', '250']]],
    ['P-1,"1,250"', [['P-1', '1,250']]],
    [
      'Item No,Quantity\nP-1,5\n\nP-2,6\n',
      [
        ['P-1', '5'],
        ['P-2', '6'],
      ],
    ],
    ['ITEM-100,50', [['ITEM-100', '50']]],
    [
      'SKU123\t100\nP-2\t5',
      [
        ['SKU123', '100'],
        ['P-2', '5'],
      ],
    ],
    ['P-1\t100\tKG', [['P-1', '100']]],
    ['P-1,1,250', [['P-1', '']]],
    ['P-1', [['P-1', '']]],
    ['', []],
  ])('%j', (text, lines) => {
    expect(readLines(text).map(({ itemNo, quantity }) => [itemNo, quantity])).toEqual(lines)
  })
  it('names each line by its row in what was pasted', () => {
    expect(readLines('Code;Qty\n\nP-1;1').map(({ row }) => row)).toEqual([3])
  })
})

it('is ready when the slowest line can be', () => {
  const weeks = (from: number) => ({ leadWeeks: { from, to: from + 2 } })
  expect(earliestDate('2025-08-31', [weeks(6), weeks(8), { leadWeeks: null }])).toBe('2025-10-26')
  expect(earliestDate('2025-08-31', [{ leadWeeks: null }])).toBeNull()
})

import { describe, expect, it } from 'vitest'
import { earliestDate } from './earliest-date.ts'
import { readLines, readQuantity } from './read-lines.ts'

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
    ['P-1', [['P-1', '']]],
    ['', []],
  ])('%j', (text, lines) => {
    expect(readLines(text).map(({ itemNo, quantity }) => [itemNo, quantity])).toEqual(lines)
  })
  it('names each line by its row in what was pasted', () => {
    expect(readLines('Code;Qty\n\nP-1;1').map(({ row }) => row)).toEqual([3])
  })
})

it.each([
  ['100', 100],
  ['1 000,5', 1000.5],
  ['1,000', 1000],
  ['1.000', 1000],
  ['12.5', 12.5],
  ['1,234.5', 1234.5],
  ['1.234.567', 1234567],
  ['0', null],
  ['-5', null],
  ['abc', null],
  ['', null],
])('reads the quantity %j as %s', (text, quantity) => {
  expect(readQuantity(text)).toBe(quantity)
})

it('is ready when the slowest line can be', () => {
  const weeks = (from: number) => ({ leadWeeks: { from, to: from + 2 } })
  expect(earliestDate('2025-08-31', [weeks(6), weeks(8), { leadWeeks: null }])).toBe('2025-10-26')
  expect(earliestDate('2025-08-31', [{ leadWeeks: null }])).toBeNull()
})

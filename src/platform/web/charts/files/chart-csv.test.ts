import { expect, test } from 'vitest'
import { chartCsv } from './chart-csv.ts'

const format = String

test("figures keep the wire's own text, labels their long form", () => {
  const csv = chartCsv({
    categoryTitle: 'Month',
    categories: [{ key: '1', label: 'Jan', longLabel: 'January' }],
    series: [
      { key: 'q', name: 'Quantity', values: [12.5], format },
      { key: 'a', name: 'Amount', values: ['-99999999999999.99'], format },
    ],
  })
  expect(csv).toBe('\uFEFFMonth,Quantity,Amount\r\nJanuary,12.5,-99999999999999.99\r\n')
})

test.each([
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+1 more', "'+1 more"],
  ['-evil', "'-evil"],
  ['@x', "'@x"],
  // Begins like a figure, and is none.
  ['-2+3+cmd|x!A0', "'-2+3+cmd|x!A0"],
  ['＝1+1', "'＝1+1"],
  ['\n=1+1', `"'\n=1+1"`],
  ['a "b", c', '"a ""b"", c"'],
  ['Santé; été', '"Santé; été"'],
])('the label %s is written as %s', (label, written) => {
  const csv = chartCsv({ categoryTitle: 'P', categories: [{ key: 'k', label }], series: [] })
  expect(csv.split('\r\n')[1]).toBe(written)
})

test('a missing figure is an empty field', () => {
  const csv = chartCsv({
    categoryTitle: 'P',
    categories: [{ key: 'k', label: 'x' }],
    series: [{ key: 'q', name: 'Q', values: [null], format }],
  })
  expect(csv.split('\r\n')[1]).toBe('x,')
})

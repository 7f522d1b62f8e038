import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readXlsx, readZip } from '../../../../../test/support/xlsx.ts'
import type { ChartData } from '../chart-data.ts'
import { chartXlsx } from './chart-xlsx.ts'

const ABOUT = { words: { sheet: 'About', what: 'What', value: 'Value' }, rows: [] }
/** Places of the cell formats (package.ts). */
const [TEXT, HEADING, MONEY, NUMBER, MONTH] = [0, 1, 2, 3, 5]
const format = String

const bytesOf = async (
  ...[data, title = 'Trend', about = ABOUT]: Parameters<typeof chartXlsx> | [ChartData]
) => Buffer.from(await chartXlsx(data, title, about).arrayBuffer())

test('figures and months are real ones, money has its format, what is missing is empty', async () => {
  const file = await bytesOf({
    categoryTitle: 'Month',
    categories: [
      { key: '1', label: 'Mar', longLabel: 'March 2024', value: '2024-03' },
      { key: '2', label: 'Apr', longLabel: 'April (to date)' },
    ],
    series: [
      { key: 'a', name: 'Revenue', values: ['-99999999999999.99', null], format },
      { key: 'q', name: 'Quantity', values: [12.125, 0], format },
      { key: 'm', name: 'Measured', values: ['0.125', '12'], format },
      { key: 'k', name: 'Measured with cents', values: ['7.50', '1'], format, kind: 'number' },
      { key: 'p', name: 'Product', values: ['12.50', 'Zinc'], format, kind: 'text' },
    ],
  })
  const [sheet] = readXlsx(file)
  expect(sheet?.name).toBe('Trend')
  expect(sheet?.rows).toEqual([
    ['Month', 'Revenue', 'Quantity', 'Measured', 'Measured with cents', 'Product'],
    [45352, Number('-99999999999999.99'), 12.125, 0.125, 7.5, '12.50'],
    ['April (to date)', null, 0, 12, 1, 'Zinc'],
  ])
  expect(sheet?.formats[0]).toEqual(Array(6).fill(HEADING))
  expect(sheet?.formats[1]).toEqual([MONTH, MONEY, NUMBER, NUMBER, NUMBER, TEXT])
  const xml = readZip(file).get('xl/worksheets/sheet1.xml') ?? ''
  expect(xml).toContain('<v>-99999999999999.99</v>')
  expect(xml).toContain('state="frozen"')
  expect(xml).toContain('<autoFilter ref="A1:F3"/>')
})

test('years are numbers, other names are text although they look like some', async () => {
  const categories = [
    { key: 'y', label: '2024', value: 2024 },
    { key: 't', label: '81061' },
    { key: 'm', label: '2024-03' },
  ]
  const [sheet] = readXlsx(await bytesOf({ categoryTitle: 'Year', categories, series: [] }))
  expect(sheet?.rows.slice(1)).toEqual([[2024], ['81061'], ['2024-03']])
  expect(sheet?.formats.slice(1)).toEqual([[NUMBER], [TEXT], [TEXT]])
})

test('what the figures are of stands on a worksheet of its own, whose name is not that of the figures', async () => {
  const data = { categoryTitle: '=P', categories: [{ key: 'k', label: '=SUM(A1)' }], series: [] }
  const rows = [
    ['Figures', 'About'],
    ['Search', '@cmd'],
  ] as const
  const [figures, about] = readXlsx(await bytesOf(data, 'about', { ...ABOUT, rows }))
  expect([figures?.name, about?.name]).toEqual(['about 1', 'About'])
  expect(figures?.rows).toEqual([['=P'], ['=SUM(A1)']])
  expect(about?.rows).toEqual([
    ['What', 'Value'],
    ['Figures', 'About'],
    ['Search', '@cmd'],
  ])
})

test.each([
  ['Sales: a/b [c] *?', 'Sales  a b  c    '],
  ["'Été' of what was sold, year by year", " Été' of what was sold, year by"],
  ["Thirty signs and an apostrophe' more", 'Thirty signs and an apostrophe '],
])('the worksheet of %j has a name that a workbook may have', async (title, name) => {
  const [sheet] = readXlsx(await bytesOf({ categoryTitle: 'P', categories: [], series: [] }, title, ABOUT))
  expect(sheet?.name).toBe(name)
})

test('whatever a name is, the archive is whole and it reads back', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (names) => {
      const categories = names.map((label, at) => ({ key: String(at), label }))
      const file = await bytesOf({ categoryTitle: 'P', categories, series: [] })
      const read = readXlsx(file)[0]
        ?.rows.slice(1)
        .map((row) => row[0] ?? null)
      expect(read).toEqual(names.map((name) => name || null))
    }),
    { numRuns: 40 },
  )
})

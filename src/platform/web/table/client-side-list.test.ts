import { expect, it } from 'vitest'
import { filterAndSort } from './client-side-list.ts'
import type { Column } from './column.ts'

type Row = { name: string; people: number; last: string | null }
const rows: Row[] = [
  { name: 'Zoé', people: 2, last: '2026-02-01' },
  { name: 'éva', people: 10, last: null },
  { name: 'Lot 10', people: 0, last: '2026-01-01' },
  { name: 'Lot 9', people: 1, last: null },
]
const columns: Column<Row>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => name, by: ({ name }) => name },
  { id: 'people', title: 'People', cell: ({ people }) => people, by: ({ people }) => people },
  { id: 'last', title: 'Last', cell: ({ last }) => last, by: ({ last }) => last },
  { id: 'free', title: 'Free', cell: () => null },
]
const look = (sort: string, search?: string) =>
  filterAndSort(rows, columns, { search, sort, language: 'fr-CA', words: ({ name }) => name }).map(
    ({ name }) => name,
  )

it('sorts texts as people do, numbers as numbers, and begins with what never was', () => {
  expect(look('name')).toEqual(['éva', 'Lot 9', 'Lot 10', 'Zoé'])
  expect(look('-name')).toEqual(['Zoé', 'Lot 10', 'Lot 9', 'éva'])
  expect(look('people')).toEqual(['Lot 10', 'Lot 9', 'Zoé', 'éva'])
  expect(look('last')).toEqual(['éva', 'Lot 9', 'Lot 10', 'Zoé'])
  expect(look('-last')).toEqual(['Zoé', 'Lot 10', 'éva', 'Lot 9'])
})

it('leaves the order alone where nothing can be sorted by, and finds without accents and letter case', () => {
  expect(look('free')).toEqual(rows.map(({ name }) => name))
  expect(look('none')).toEqual(rows.map(({ name }) => name))
  expect(look('name', 'EVA')).toEqual(['éva'])
  expect(look('-name', 'lot')).toEqual(['Lot 10', 'Lot 9'])
  expect(rows[0]?.name).toBe('Zoé')
})

import { expect, test } from 'vitest'
import { readHistorySearch } from './history-search.ts'

const ALL = { search: undefined, year: undefined, month: undefined, currency: undefined, lines: undefined }

test('year and month are numbers, whether from the address or from the screen', () => {
  const address = { search: ' zinc ', year: '2024', month: '3', currency: 'USD', lines: 'year-2024' }
  const read = { search: 'zinc', year: 2024, month: 3, currency: 'USD', lines: 'year-2024' }
  expect(readHistorySearch(address)).toEqual(read)
  expect(readHistorySearch(read)).toEqual(read)
})

test.each([
  {},
  { year: 'all', month: 'all' },
  { year: '', month: ' ' },
  { year: '20.5', month: '0' },
  { year: '1e9', month: '13' },
  { year: '-2024', month: 'March' },
  { currency: 'cad', lines: 'nothing' },
  { currency: 'CADX', lines: ['total'], search: 7 },
])('what the API would refuse counts as all: %j', (raw) => {
  expect(readHistorySearch(raw)).toEqual(ALL)
})

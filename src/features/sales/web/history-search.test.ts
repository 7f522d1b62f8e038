import { expect, test } from 'vitest'
import { readCurrentSearch } from './current/current-search.ts'
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
  const { ignoredParams: _, ...read } = readHistorySearch(raw) as Record<string, unknown>
  expect(read).toEqual(ALL)
})

test.each([
  [
    { year: '99999', month: '13', currency: 'eur1' },
    { year: '99999', month: '13', currency: 'eur1' },
  ],
  [{ year: 'all', month: ' ', currency: 'USD', search: 'zinc' }, undefined],
])('what of it is said, on both screens: %j', (raw, ignoredParams) => {
  for (const read of [readHistorySearch, readCurrentSearch])
    expect((read(raw) as Record<string, unknown>).ignoredParams).toEqual(ignoredParams)
})

import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-codec.ts'

test.each([
  ['?search=10482', { search: '10482' }],
  ['?search=007&year=2024', { search: '007', year: '2024' }],
  ['?search=true&status=null', { search: 'true', status: 'null' }],
  ['?search=%C3%89lixir+%26+Co%25', { search: 'Élixir & Co%' }],
  ['?search=%7B%22a%22%3A1%7D', { search: '{"a":1}' }],
  ['', {}],
])('%s is plain text', (address, values) => {
  expect(parseSearch(address)).toEqual(values)
})

test('what is written reads back; what is unset is not written', () => {
  const values = { search: '10482 & "é" %', sort: '-ordNo' }
  expect(parseSearch(stringifySearch({ ...values, status: undefined, group: '' }))).toEqual(values)
})

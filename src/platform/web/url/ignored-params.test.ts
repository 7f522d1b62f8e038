import { expect, test } from 'vitest'
import { withIgnoredParams } from './ignored-params.ts'
import { readInteger, readText } from './read-search.ts'
import { parseSearch, stringifySearch } from './search-codec.ts'
import { foldSearch } from './url-state.ts'

const read = withIgnoredParams(
  (raw) => ({
    search: readText(raw.search),
    year: readInteger(raw.year, 1900, 2100),
    open: readInteger(raw.open, 1, 9),
  }),
  ['open'],
)
const opened = (address: string) => read(parseSearch(address))

test.each([
  ['?year=99999', { year: '99999' }],
  ['?year=2024x&search=zinc', { year: '2024x' }],
  ['?year=2024', undefined],
  ['?year=all&search=', undefined],
  ['?year=%20&search=%20All', undefined],
  ['', undefined],
  // A name that the screen does not know is somebody else's; and nobody writes the note by an address.
  ['?campaign=spring&ignoredParams=year', undefined],
  ['?open=nothing', undefined],
])('of %s is left out: %j', (address, ignoredParams) => {
  expect((opened(address) as { ignoredParams?: object }).ignoredParams).toEqual(ignoredParams)
})

test('the address keeps what was left out, and reads the same again', () => {
  const address = '?search=zinc&year=99999'
  expect(stringifySearch(opened(address))).toBe(address)
  expect(read(opened(address))).toEqual(opened(address))
})

test('it goes when its filter is set, or when it is put away', () => {
  const state = opened('?year=99999&search=zinc')
  expect(stringifySearch(read(foldSearch(state, { search: 'vitamin' })))).toBe('?search=vitamin&year=99999')
  expect(stringifySearch(read(foldSearch(state, { year: 2024 })))).toBe('?search=zinc&year=2024')
  expect(stringifySearch(read(foldSearch(state, { ignoredParams: undefined })))).toBe('?search=zinc')
})

test('names that the screen does not know are unset', () => {
  expect(stringifySearch(opened('?campaign=spring&year=2024'))).toBe('?year=2024')
  expect(opened('?campaign=spring')).toHaveProperty('campaign', undefined)
})

import { expect, test } from 'vitest'
import { filterOf, isFiltered, readOrdersSearch } from './orders-search.ts'

test('an address is read, and what the API would refuse is left out', () => {
  expect(readOrdersSearch({ search: ' 10482 ', status: 'Blend', group: 'issues', sort: '-amount' })).toEqual({
    search: '10482',
    status: 'blend',
    group: 'issues',
    sort: '-amount',
  })
  for (const raw of [
    { search: '', status: '  ', group: 'late', sort: 'price' },
    { search: 5, status: null, group: ['issues'], sort: '--amount' },
    {},
  ])
    expect({ ...readOrdersSearch(raw), ignoredParams: undefined }).toEqual({})
  expect(readOrdersSearch({ search: 'x'.repeat(300) }).search).toHaveLength(200)
})

test('without a sort the highest order numbers come first; a sort is no filter', () => {
  expect(filterOf({})).toEqual({ sort: '-ordNo' })
  expect(isFiltered({ sort: 'amount' })).toBe(false)
  for (const filter of [{ search: 'a' }, { status: 'blend' }, { group: 'active' } as const])
    expect(isFiltered(filter)).toBe(true)
})

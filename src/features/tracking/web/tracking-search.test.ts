import { expect, test } from 'vitest'
import { filterOf, isFiltered, readTrackingSearch } from './tracking-search.ts'

test('an address is read, and what the API would refuse is left out', () => {
  expect(
    readTrackingSearch({
      search: ' 1Z9 ',
      group: 'delayed',
      carrier: 'UPS',
      sort: '-carrier',
      shipment: '7',
    }),
  ).toEqual({ search: '1Z9', group: 'delayed', carrier: 'UPS', sort: '-carrier', shipment: 7 })
  for (const raw of [
    { search: '', group: 'lost', carrier: ' ', sort: 'weight', shipment: '0' },
    { search: 5, group: ['delayed'], sort: '--carrier', shipment: 'x' },
    { shipment: '1.5' },
    {},
  ])
    expect({ ...readTrackingSearch(raw), ignoredParams: undefined }).toEqual({})
})

test('without a sort what is expected last comes first; neither a sort nor an open shipment is a filter', () => {
  expect(filterOf({ shipment: 3 })).toEqual({ sort: '-estimatedOn' })
  expect(isFiltered({ sort: 'carrier', shipment: 3 })).toBe(false)
  for (const filter of [{ search: 'a' }, { group: 'delayed' } as const, { carrier: 'UPS' }])
    expect(isFiltered(filter)).toBe(true)
})

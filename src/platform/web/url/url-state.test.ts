import { expect, test } from 'vitest'
import { foldSearch, nextSort, parseSort } from './url-state.ts'

test('a patch lies over the current state', () => {
  expect(foldSearch({ search: 'a', year: 2024 }, { year: 2025 })).toEqual({ search: 'a', year: 2025 })
})

test('what is unset or assumed anyway leaves the address', () => {
  expect(foldSearch({ search: 'a', sort: 'ordNo' }, { search: '' })).toEqual({ sort: 'ordNo' })
  expect(foldSearch({ group: 'active' }, { group: undefined })).toEqual({})
  expect(foldSearch({}, { sort: '-ordNo', month: 0 }, { sort: '-ordNo' })).toEqual({ month: 0 })
})

test('the state given is not changed', () => {
  const current = { search: 'a' }
  foldSearch(current, { search: 'b' })
  expect(current).toEqual({ search: 'a' })
})

test('sort texts', () => {
  expect(parseSort('-ordNo')).toEqual({ field: 'ordNo', descending: true })
  expect(parseSort('amount')).toEqual({ field: 'amount', descending: false })
  expect(parseSort(undefined)).toBeNull()
  expect(nextSort('ordNo', 'ordNo')).toBe('-ordNo')
  expect(nextSort('-ordNo', 'ordNo')).toBe('ordNo')
  expect(nextSort('-ordNo', 'amount')).toBe('amount')
})

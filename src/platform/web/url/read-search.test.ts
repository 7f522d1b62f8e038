import { expect, test } from 'vitest'
import { readInteger, readOneOf, readText } from './read-search.ts'

test('texts are trimmed and cut; nothing else is a text', () => {
  expect(readText(' 10482 ')).toBe('10482')
  expect(readText('x'.repeat(300))).toHaveLength(200)
  expect(readText('   ')).toBeUndefined()
  expect(readText(['a'])).toBeUndefined()
})

test('one of the allowed values, or none', () => {
  expect(readOneOf('active', ['active', 'issues'])).toBe('active')
  expect(readOneOf('toString', ['active', 'issues'])).toBeUndefined()
})

test.each([
  ['12', 12],
  [7, 7],
  ['1', 1],
  ['0', undefined],
  ['13', undefined],
  ['1.5', undefined],
  ['1e1', undefined],
  ['', undefined],
  [null, undefined],
  ['x', undefined],
])('the month %j is %j', (value, month) => {
  expect(readInteger(value, 1, 12)).toBe(month)
})

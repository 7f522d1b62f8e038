import { expect, test } from 'vitest'
import { changedKeys } from './changed-keys.ts'

const row = (id: number, status = 'Blend') => ({ id, status })
const cases: [string, { id: number; status: string }[], { id: number; status: string }[], number[]][] = [
  ['the same rows', [row(1), row(2)], [row(1), row(2)], []],
  ['one changed', [row(1), row(2)], [row(1), row(2, 'CTS')], [2]],
  ['one came first', [row(1), row(2)], [row(3), row(1), row(2)], [3]],
  ['one went', [row(1), row(2)], [row(2)], []],
  ['a page was loaded', [row(1), row(2)], [row(1), row(2), row(3), row(4)], []],
  ['a page was loaded and one changed', [row(1), row(2)], [row(1, 'CTS'), row(2), row(3)], [1]],
  ['another order', [row(1), row(2), row(3)], [row(3), row(1), row(2)], []],
  ['the first rows of all', [], [row(1)], []],
]

test.each(cases)('of %s', (_, before, after, keys) => {
  expect([...changedKeys(before, after, ({ id }) => id)]).toEqual(keys)
})

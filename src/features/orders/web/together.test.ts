import { expect, test } from 'vitest'
import { together } from './together.ts'

test.each<[string, string[], string[][]]>([
  ['none', [], []],
  ['one', ['1b'], [['1b']]],
  ['neighbours, first recorded first', ['1b3', '1b2', '1a1'], [['1b2', '1b3'], ['1a1']]],
  ['parted by another', ['1b4', '2b3', '1b2'], [['1b4'], ['2b3'], ['1b2']]],
])('changes recorded together stand together: %s', (_, changes, groups) => {
  expect(together(changes, (one, other) => one.slice(0, 2) === other.slice(0, 2))).toEqual(groups)
})

import { expect, it } from 'vitest'
import { numberKey } from './number-key.ts'

it.each([
  ['FG-1001', 'fg-1001'],
  [' fg-1001 ', 'fg-1001'],
  ['FG  1001', 'fg1001'],
  ['FG\u00a01001\t', 'fg1001'],
  ['ＦＧ－１', 'fg-1'],
  ['É-1', 'é-1'],
  ['  ', ''],
])('%j is compared as %j', (typed, key) => {
  expect(numberKey(typed)).toBe(key)
})

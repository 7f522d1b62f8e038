import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFault, jsonFaultAt } from './json-fault.ts'

test.each([
  ['', 1, 1],
  ['{', 1, 2],
  ['{"a":1,}', 1, 8],
  ['{"a" 1}', 1, 6],
  ["{'a':1}", 1, 2],
  ['{"a":\n  tru}', 2, 3],
  ['[1,2\n3]', 2, 1],
  ['[01]', 1, 3],
  ['{"a":"b', 1, 6],
  ['{"a":"\t"}', 1, 6],
  ['{"a":"\\x"}', 1, 6],
  ['[1]]', 1, 4],
  ['a=b', 1, 1],
  ['<html>', 1, 1],
])('%j stops being JSON in line %d, column %d', (text, line, column) => {
  expect(jsonFault(text)).toEqual({ line, column })
})

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('whatever the text, it is JSON where the runtime reads it', () => {
  const near = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', ']', '}', ' ', '0', '\\', 'x', '\u0085'))
    .map(([json, at, sign]) => {
      const place = at % (json.length + 1)
      return json.slice(0, place) + sign + json.slice(place + (at % 2))
    })
  fc.assert(
    fc.property(fc.oneof(near, fc.string({ unit: 'binary' })), (text) => {
      expect(jsonFaultAt(text) === null).toBe(isJson(text))
    }),
    { numRuns: 2000 },
  )
})

test('a body of the largest size takes no stack and no time', () => {
  expect(jsonFaultAt('['.repeat(1_000_000))).toBe(1_000_000)
  expect(jsonFaultAt(JSON.stringify('\\"é'.repeat(250_000)))).toBe(null)
})

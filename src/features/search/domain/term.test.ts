import { expect, it } from 'vitest'
import { hasParts } from './term.ts'

it.each([
  ['104', true],
  ['été', true],
  ['PO-77', true],
  ['PO 77', true],
  ['1 2 3', false],
  ['A–1', false],
  ['PO-772', true],
  ['a.b.c', false],
  ['17', false],
  ['', false],
  ['%%%', false],
  ['五千個', true],
])('parts of %s are looked for: %s', (term, parts) => {
  expect(hasParts(term)).toBe(parts)
})

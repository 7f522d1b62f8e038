import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { TYPED_FORMS } from '../../../test/support/typed-forms.ts'
import { searchFold } from './search-fold.ts'
import { containsTyped, searchTerm } from './search-term.ts'

it.each(TYPED_FORMS)('in %j, what is typed as %j is found: %s', (stored, typed, found) => {
  expect(containsTyped(stored, typed)).toBe(found)
})

it.each([
  ['  PO \u00a0 772 ', 'PO 772'],
  ['LOT: L2024-118', 'L2024-118'],
  ['Lot no', 'Lot no'],
  ['LOT:', 'LOT:'],
  ['#', '#'],
  ['No. 12', '12'],
  ['N12', 'N12'],
  ['no more', 'no more'],
  ['los angeles', 'los angeles'],
  ['“vitamin c”', 'vitamin c'],
  ['(S)-ketoprofen', '(S)-ketoprofen'],
  ['(10) L24 (17)261231', 'L24'],
])('of %j, %j is looked for', (typed, term) => {
  expect(searchTerm(typed)).toBe(term)
})

const anyText = fc.string({
  unit: fc.constantFrom(
    ...'aéÉœŒæßSZ019'.split(''),
    ' ',
    '\u00a0',
    '-',
    '–',
    '—',
    '‑',
    '\u00ad',
    '#',
    '\n',
    '’',
    '.',
    '%',
  ),
})

test('folding what is folded changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(searchFold(searchFold(text))).toBe(searchFold(text))
    }),
  )
})

const BETWEEN = ['', '-', ' ', '  ', '–', ' – ', '\u00a0', '‑', '#']
const part = fc.stringMatching(/^[A-Z]{1,3}[0-9]{2,4}$/)
const between = fc.constantFrom(...BETWEEN)

test('a code is found in whatever form it is typed', () => {
  fc.assert(
    fc.property(
      part,
      part,
      between,
      between,
      fc.constantFrom('', 'LOT: ', 'lot no. ', '#'),
      (one, other, held, typed, before) => {
        expect(
          containsTyped(`x ${one}${held}${other} y`, `${before}${one}${typed}${other}`.toLowerCase()),
        ).toBe(true)
      },
    ),
  )
})

test('numbers that a space parts are not found as one', () => {
  const digits = fc.stringMatching(/^[0-9]{2,5}$/)
  fc.assert(
    fc.property(digits, digits, (one, other) => {
      expect(containsTyped(`a ${one} ${other} b`, `${one}${other}`)).toBe(false)
    }),
  )
})

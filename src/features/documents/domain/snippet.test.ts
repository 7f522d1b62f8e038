import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Snippet, snippetOf } from './snippet.ts'

const CASES: [page: string, search: string, found: Snippet][] = [
  [
    'Numération totale: 12 milliards',
    'numeration',
    { before: '', match: 'Numération', after: ' totale: 12 milliards' },
  ],
  ['the lot and its results', 'RES', { before: 'the lot and its ', match: 'results', after: '' }],
  ['one certificate', 'certificates', { before: 'one ', match: 'certificate', after: '' }],
  ['bœuf et ﬁbres', 'fibre', { before: 'bœuf et ', match: 'ﬁbres', after: '' }],
  ['interstate, state', 'state', { before: 'interstate, ', match: 'state', after: '' }],
  ['first b, then a', 'a b', { before: 'first ', match: 'b', after: ', then a' }],
  ['with vita- mins in it', 'vitamins', { before: 'with ', match: 'vita- mins', after: ' in it' }],
  ['an anti-oxidant', 'antioxidant', { before: 'an ', match: 'anti-oxidant', after: '' }],
  ['an antioxidant', 'anti-oxidant', { before: 'an ', match: 'antioxidant', after: '' }],
  ['lot L2024-118 is', 'LOT: L2024118', { before: 'lot ', match: 'L2024-118', after: ' is' }],
  ['le cœur', 'coeur', { before: 'le ', match: 'cœur', after: '' }],
  ['nothing of it', 'zzz', { before: '', match: '', after: 'nothing of it' }],
]

test.each(CASES)('%j searched for %j', (page, search, found) => {
  expect(snippetOf(page, search)).toEqual(found)
})

test('long pages are cut at a word, around the hit', () => {
  const { before, match, after } = snippetOf(`${'avant '.repeat(50)}Zinc ${'après '.repeat(50)}`, 'zinc')
  expect(match).toBe('Zinc')
  expect(before).toMatch(/^(avant )+$/)
  expect(before.length).toBeLessThanOrEqual(70)
  expect(after.length).toBe(130)
})

test('whatever page and search: pieces of the page, side by side', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ maxLength: 20 }),
      (page, search) => {
        const { before, match, after } = snippetOf(page, search)
        expect(page).toContain(before + match + after)
      },
    ),
  )
})

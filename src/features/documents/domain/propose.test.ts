import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Proposal, propose } from './propose.ts'
import { fitsShelves } from './vocabulary.ts'

const none = { number: null, productCode: null, language: null, effectiveOn: null, note: null }
const CASES: [name: string, proposed: Partial<Proposal>][] = [
  [
    'COA_FG-1010-30_2025-03-01_FR_v2.pdf',
    {
      ...none,
      title: 'COA',
      type: 'coa',
      productCode: 'FG-1010-30',
      effectiveOn: '2025-03-01',
      language: 'fr-CA',
      note: 'v2',
      shelves: ['qa'],
      category: 'certificate',
    },
  ],
  [
    'COA lot-L2025-0412.pdf',
    { ...none, type: 'coa', lotNos: ['L2025-0412'], shelves: [], category: 'certificate' },
  ],
  [
    'SOP-012 Nettoyage des mélangeurs (FR) rev 4.docx',
    {
      title: 'Nettoyage des mélangeurs rev 4',
      number: 'SOP-012',
      type: 'procedure',
      language: 'fr-CA',
      shelves: ['qa'],
      category: 'procedure',
    },
  ],
  ['Allergènes 20250230.pdf', { ...none, title: 'Allergènes 20250230', type: 'allergen' }],
  [
    'Kosher certificate 20250228.pdf',
    { ...none, title: 'Kosher certificate', type: 'kosher', effectiveOn: '2025-02-28' },
  ],
  [
    '81061-BOI-90017-12 spec.pdf',
    { ...none, title: 'spec', type: 'specification', productCode: '81061-BOI-90017-12' },
  ],
  ['NDA.pdf', { ...none, title: 'NDA', type: 'nda', shelves: ['legal'], category: 'agreement' }],
  ['en.pdf', { ...none, title: 'en', type: 'other', language: 'en' }],
]

test.each(CASES)('%s', (name, proposed) => {
  expect(propose(name)).toMatchObject(proposed)
})

test('whatever a file is called, what is proposed can be saved', () => {
  const property = fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (name) => {
    const { title, shelves, category, number } = propose(`${name}.pdf`)
    expect([title.length > 0 && title.length <= 200, (number ?? 'x').length <= 60]).toEqual([true, true])
    expect(fitsShelves(category, shelves)).toBe(true)
  })
  fc.assert(property, { numRuns: 200 })
})

import { expect, it } from 'vitest'
import { ratesOf, sumsOf } from './draft-sums.ts'
import { EMPTY_LINE, newDraft } from './draft-values.ts'

const RATES = [
  { id: 1, place: 'CA-NS', name: 'HST', rate: '15', from: '2010-07-01' },
  { id: 2, place: 'CA-NS', name: 'HST', rate: '14', from: '2025-04-01' },
  { id: 3, place: 'CA-QC', name: 'GST', rate: '5', from: '2008-01-01' },
  { id: 4, place: 'CA-QC', name: 'QST', rate: '9.975', from: '2013-01-01' },
  { id: 5, place: 'FR', name: 'TVA', rate: '20', from: '2014-01-01' },
  { id: 6, place: 'FR', name: 'TVA', rate: '0', from: '2025-01-01' },
]

it.each([
  ['CA-NS', '2025-03-31', ['HST 15']],
  ['CA-NS', '2025-04-01', ['HST 14']],
  ['CA-QC', '2025-04-01', ['GST 5', 'QST 9.975']],
  ['FR', '2024-12-31', ['TVA 20']],
  ['FR', '2025-01-01', []],
  ['US', '2025-01-01', []],
  ['', '2025-01-01', []],
])('the taxes of %s on %s', (place, date, taxes) => {
  expect(ratesOf(RATES, place, date).map(({ name, rate }) => `${name} ${rate}`)).toEqual(taxes)
})

it('what a draft comes to is shown before it is saved', () => {
  const line = { ...EMPTY_LINE, quantity: '3', unitPrice: '39.545333' }
  const values = { ...newDraft('2025-08-01', null), place: 'CA-QC', lines: [line, EMPTY_LINE] }
  expect(sumsOf(values, RATES, 'en')).toEqual({
    subtotal: '118.64',
    taxes: [
      { name: 'GST', rate: '5', amount: '5.93' },
      { name: 'QST', rate: '9.975', amount: '11.83' },
    ],
    total: '136.40',
  })
})

import { expect, it } from 'vitest'
import { sumsOf } from './draft-sums.ts'
import { EMPTY_LINE, newDraft } from './draft-values.ts'

const RATES = [
  { id: 3, place: 'CA-QC', name: 'GST', rate: '5', from: '2008-01-01' },
  { id: 4, place: 'CA-QC', name: 'QST', rate: '9.975', from: '2013-01-01' },
]

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

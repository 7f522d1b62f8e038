import { expect, it } from 'vitest'
import { readTypedAmount } from './typed-amount.ts'

const exact = (cents: number, currency: string | null = null) => ({ least: cents, most: cents, currency })

it.each([
  ['1,149.75', exact(114975)],
  ['1149.75', exact(114975)],
  ['1 149,75 $', exact(114975)],
  ['1\u202f149,75\u00a0$', exact(114975)],
  ['1.149,75', exact(114975)],
  ["1'149.75", exact(114975)],
  ['CAD 1149.75', exact(114975, 'CAD')],
  ['1149.75 cad', exact(114975, 'CAD')],
  ['US$1,149.75', exact(114975, 'USD')],
  ['-50.00', exact(5000)],
  ['(50.00)', exact(5000)],
  ['12.50', exact(1250)],
  ['12,345,678.90', exact(1234567890)],
  // Any amount that begins so.
  ['62151', { least: 6215100, most: 6215199, currency: null }],
  ['1,149', { least: 114900, most: 114999, currency: null }],
  ['$7', { least: 700, most: 799, currency: null }],
  ['1149.7', { least: 114970, most: 114979, currency: null }],
  // No amounts.
  ['12', null],
  ['0.00', null],
  ['12,34,56', null],
  ['1.149.75', null],
  ['1,149,75', null],
  ['1.2345', null],
  ['SO-1149', null],
  ['1149 75', null],
  ['CAD', null],
  ['CAD 5 CAD', null],
  ['', null],
  ['12345678901234567890', null],
])('%s', (typed, amount) => {
  expect(readTypedAmount(typed)).toEqual(amount)
})

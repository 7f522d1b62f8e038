import { expect, it } from 'vitest'
import { type TaxCode, taxName } from './tax-name.ts'

const french = (code: TaxCode) => ({ GST: 'TPS', HST: 'TVH', QST: 'TVQ', PST: 'TVP' })[code]

it.each([
  ['GST', 'TPS'],
  ['qst', 'TVQ'],
  ['TVH', 'TVH'],
  ['GST 5 %', 'TPS 5 %'],
  ['RST', 'RST'],
  ['GSTX', 'GSTX'],
  ['Eco fee', 'Eco fee'],
  ['', ''],
])('%s is %s in French', (name, said) => {
  expect(taxName(name, french)).toBe(said)
})

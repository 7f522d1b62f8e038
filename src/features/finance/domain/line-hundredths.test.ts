import { expect, test } from 'vitest'
import { lineHundredths } from './line-hundredths.ts'

test.each([
  ['1', '1.23', '123.0000000'],
  ['1.5', '0.001', '0.1500000'],
  ['0.001', '0.000001', '0.0000001'],
  ['999999999.999', '999999999.999999', '99999999999899900000.0000001'],
])('%s × %s are %s hundredths', (quantity, price, hundredths) => {
  expect(lineHundredths(quantity, price)).toBe(hundredths)
})

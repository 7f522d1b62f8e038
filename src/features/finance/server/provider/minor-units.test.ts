import { expect, it } from 'vitest'
import { fromMinorUnits, toMinorUnits } from './minor-units.ts'

it.each([
  [1050, 'CAD', 1050],
  [1000, 'JPY', 10],
  [1050, 'JPY', null],
  [1050, 'KWD', 10_500],
])('%d cents of %s are %s units', (cents, currency, units) => {
  expect(toMinorUnits(cents, currency)).toBe(units)
  if (units !== null) expect(fromMinorUnits(units, currency)).toBe(cents)
})

import { expect, it } from 'vitest'
import { termsOf } from './usual-terms.ts'

const NOTHING = { class: null, unit: null, minimumQuantity: null, leadWeeksFrom: null, leadWeeksTo: null }

it.each([
  [{ class: 'blend' }, { quantity: 100, unit: 'KG' }, { from: 6, to: 8 }],
  [{ class: 'bulk_capsule' }, { quantity: 150, unit: 'UN' }, { from: 8, to: 12 }],
  [
    { class: 'finished_product', unit: 'EA' },
    { quantity: 5000, unit: 'EA' },
    { from: 12, to: 16 },
  ],
  [
    { class: 'bulk_capsule', unit: 'M' },
    { quantity: 150, unit: 'M' },
    { from: 8, to: 12 },
  ],
  [
    { class: 'blend', unit: 'g' },
    { quantity: 100_000, unit: 'g' },
    { from: 6, to: 8 },
  ],
  // Not to be compared: it stays what it is.
  [
    { class: 'blend', unit: 'LB' },
    { quantity: 100, unit: 'KG' },
    { from: 6, to: 8 },
  ],
  [
    { class: 'finished_product', unit: 'KG' },
    { quantity: 5000, unit: 'UN' },
    { from: 12, to: 16 },
  ],
  [
    { class: 'blend', unit: 'LB', minimumQuantity: 50, leadWeeksFrom: 3, leadWeeksTo: 4 },
    { quantity: 50, unit: 'LB' },
    { from: 3, to: 4 },
  ],
  [{ minimumQuantity: 12.5 }, { quantity: 12.5, unit: null }, null],
  [{}, null, null],
] as const)('%j', (own, minimum, leadWeeks) => {
  expect(termsOf({ ...NOTHING, ...own })).toEqual({ minimum, leadWeeks })
})

import { expect, it } from 'vitest'
import { termsOf, type Usual } from './usual-terms.ts'

const NOTHING = { unit: null, minimumQuantity: null, leadWeeksFrom: null, leadWeeksTo: null }
const BLEND: Usual = { quantity: 100, unit: 'KG', from: 6, to: 8 }
const FINISHED: Usual = { quantity: 5000, unit: 'UN', from: 12, to: 16 }

it.each([
  [{}, BLEND, { quantity: 100, unit: 'KG' }, { from: 6, to: 8 }],
  [{ unit: 'EA' }, FINISHED, { quantity: 5000, unit: 'EA' }, { from: 12, to: 16 }],
  [{ minimumQuantity: 50 }, BLEND, { quantity: 50, unit: 'KG' }, { from: 6, to: 8 }],
  [{ leadWeeksFrom: 3 }, BLEND, { quantity: 100, unit: 'KG' }, { from: 6, to: 8 }],
  [
    { unit: 'M' },
    { quantity: 150, unit: 'UN', from: 8, to: 12 },
    { quantity: 150, unit: 'M' },
    { from: 8, to: 12 },
  ],
  [{ unit: 'g' }, BLEND, { quantity: 100_000, unit: 'g' }, { from: 6, to: 8 }],
  // Not to be compared: it stays what it is.
  [{ unit: 'LB' }, BLEND, { quantity: 100, unit: 'KG' }, { from: 6, to: 8 }],
  [{ unit: 'KG' }, FINISHED, { quantity: 5000, unit: 'UN' }, { from: 12, to: 16 }],
  [
    { unit: 'LB', minimumQuantity: 50, leadWeeksFrom: 3, leadWeeksTo: 4 },
    BLEND,
    { quantity: 50, unit: 'LB' },
    { from: 3, to: 4 },
  ],
  [{ minimumQuantity: 12.5 }, null, { quantity: 12.5, unit: null }, null],
  [{}, null, null, null],
] as const)('%j of %j', (own, usual, minimum, leadWeeks) => {
  expect(termsOf({ ...NOTHING, ...own }, usual)).toEqual({ minimum, leadWeeks })
})

import { expect, it } from 'vitest'
import { outcomeOf } from './outcome.ts'

it.each([
  // The mock's certificate.
  [34.2, 30, null, 'pass'],
  [17.1, 15, null, 'pass'],
  [0.14, null, 0.2, 'pass'],
  [3.9, null, 4, 'near'],
  [30, 30, null, 'near'],
  [31.5, 30, null, 'near'],
  [31.6, 30, null, 'pass'],
  // Of two limits the width counts.
  [7.0, 6.8, 7.2, 'pass'],
  [6.81, 6.8, 7.2, 'near'],
  [7.19, 6.8, 7.2, 'near'],
  [0, null, 0, 'pass'],
  [5, 5, 5, 'pass'],
  [5, null, null, 'none'],
  [null, null, 100, 'none'],
] as const)('%s between %s and %s: %s', (value, min, max, outcome) => {
  expect(outcomeOf({ value, min, max, verdict: null, outOfSpecification: false })).toBe(outcome)
})

it('is what upstream says where no figure does, and a failure whatever it says', () => {
  const words = { value: null, min: null, max: 100, outOfSpecification: false }
  expect(outcomeOf({ ...words, verdict: 'pass' })).toBe('pass')
  expect(outcomeOf({ ...words, value: 1, verdict: 'pass', outOfSpecification: true })).toBe('fail')
})

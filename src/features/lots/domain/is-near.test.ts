import { expect, it } from 'vitest'
import { isNear } from './is-near.ts'

it.each([
  // The mock's certificate.
  ['34.2', '30', null, false],
  ['17.1', '15', null, false],
  ['0.14', null, '0.2', false],
  ['3.9', null, '4', true],
  ['30', '30', null, true],
  ['31.5', '30', null, true],
  ['31.6', '30', null, false],
  // Of two limits the width counts.
  ['7.0', '6.8', '7.2', false],
  ['6.81', '6.8', '7.2', true],
  ['7.19', '6.8', '7.2', true],
  ['0', null, '0', false],
  ['5', '5', '5', false],
  ['5', null, null, false],
  [null, null, '100', false],
  ['3.9', null, '< 4', false],
] as const)('%s between %s and %s: %s', (value, min, max, near) => {
  expect(isNear({ verdict: 'pass', comparator: '=', value, limits: { min, max } })).toBe(near)
})

it('only a plain figure that passes is near', () => {
  const row = { verdict: 'pass', comparator: '=', value: '3.9', limits: { min: null, max: '4' } }
  expect([row, { ...row, verdict: 'unjudged' }, { ...row, comparator: '<' }].map(isNear)).toEqual([
    ...[true, false, false],
  ])
})

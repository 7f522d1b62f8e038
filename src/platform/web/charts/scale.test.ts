import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelStep, linear, niceTicks } from './scale.ts'

test('steps are round and begin at zero', () => {
  expect(niceTicks([12, 68, 93])).toEqual([0, 25, 50, 75, 100])
  expect(niceTicks([412_300])).toEqual([0, 200_000, 400_000, 600_000])
  expect(niceTicks([0.3])).toEqual([0, 0.1, 0.2, 0.3])
})

test('no figures and zeros still give an axis', () => {
  expect(niceTicks([])).toEqual([0, 1])
  expect(niceTicks([0, 0])).toEqual([0, 1])
})

test('measurements have steps about them', () => {
  expect(niceTicks([465, 505, 483], 4, false)).toEqual([460, 470, 480, 490, 500, 510])
  expect(niceTicks([0.11, 0.2], 4, false)).toEqual([0.1, 0.125, 0.15, 0.175, 0.2])
  expect(niceTicks([7, 7], 4, false)).toEqual([7, 8])
  expect(niceTicks([], 4, false)).toEqual([0, 1])
})

test('negative figures have room below zero', () => {
  expect(niceTicks([-40, 80])).toEqual([-50, 0, 50, 100])
})

test('every value lies within the steps, and they are few', () => {
  // Figures of the portal have three decimals at the most.
  const figure = fc.double({ min: -1e14, max: 1e14, noNaN: true }).map((of) => Math.round(of * 1000) / 1000)
  fc.assert(
    fc.property(fc.array(figure, { minLength: 1 }), (values) => {
      const ticks = niceTicks(values)
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(ticks).toContain(0)
      const slack = 1e-9 * Math.max(...values.map(Math.abs), 1e-300)
      expect(Math.min(...ticks)).toBeLessThanOrEqual(Math.min(...values) + slack)
      expect(Math.max(...ticks)).toBeGreaterThanOrEqual(Math.max(...values) - slack)
    }),
  )
})

test('linear maps bounds onto bounds', () => {
  const y = linear([0, 100], [200, 0])
  expect([y(0), y(50), y(100)]).toEqual([200, 100, 0])
  expect(linear([5, 5], [0, 10])(5)).toBe(0)
})

test('labels are thinned until they fit', () => {
  expect(labelStep(12, 40, 600)).toBe(1)
  expect(labelStep(12, 40, 250)).toBe(2)
  expect(labelStep(60, 40, 0)).toBeGreaterThan(60)
})

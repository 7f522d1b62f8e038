import { expect, test } from 'vitest'
import { circleOf } from './no-circles.ts'

const files = (imports) =>
  Object.fromEntries(Object.entries(imports).map(([name, imports]) => [name, { type: 'chunk', imports }]))

test('files that lead to one another by many ways, but never back, are no circle', () => {
  expect(circleOf(files({ a: ['b', 'c'], b: ['d'], c: ['d', 'b'], d: [] }))).toEqual([])
})

test('a circle is found where it is not entered at its beginning, and named without the way to it', () => {
  expect(circleOf(files({ page: ['a'], a: ['c', 'b'], b: ['d'], c: [], d: ['a'] }))).toEqual([
    'a',
    'b',
    'd',
    'a',
  ])
})

test('styles and pictures import nothing', () => {
  expect(circleOf({ 'a.css': { type: 'asset' }, 'a.js': { type: 'chunk', imports: ['a.css'] } })).toEqual([])
})

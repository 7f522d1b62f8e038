import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeNext } from './next-path.ts'

test.each(['/', '/orders', '/orders?search=a%2Fb&sort=-ordNo', '/sales#top', '/accesses', '/orders//x'])(
  '%s is a destination',
  (next) => {
    expect(safeNext(next)).toBe(next)
  },
)

test.each([
  undefined,
  null,
  7,
  '',
  'orders',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/orders\\..\\x',
  'https://evil.example',
  'javascript:alert(1)',
  ' /orders',
  '/acces',
  '/acces?next=/acces',
  '/login',
  `/${'a'.repeat(3000)}`,
])('%j is not', (next) => {
  expect(safeNext(next)).toBe('/')
})

test('whatever is typed stays within our origin', () => {
  const pieces = fc.array(
    fc.constantFrom('/', '\\', '\t', '\n', ':', '@', 'evil.example', '.', '?', '#', '%2f'),
  )
  fc.assert(
    fc.property(
      pieces.map((parts) => parts.join('')),
      (next) => {
        expect(new URL(safeNext(next), 'https://portal.example').origin).toBe('https://portal.example')
      },
    ),
  )
})

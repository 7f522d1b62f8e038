import { expect, test } from 'vitest'
import { orderAddress } from './order-address.ts'

test.each([
  ['10482', '10482'],
  ['ORD-2026_é', 'ORD-2026_é'],
  [null, 'id:7'],
  ['', 'id:7'],
  [' 10482', 'id:7'],
  ['a/b', 'id:7'],
  ['..', 'id:7'],
  ['id:9', 'id:7'],
  ['x'.repeat(101), 'id:7'],
])('order number %j is found at %s', (ordNo, address) => {
  expect(orderAddress({ id: 7, ordNo }, false)).toBe(address)
  expect(orderAddress({ id: 7, ordNo }, true)).toBe('id:7')
})

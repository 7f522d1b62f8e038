import { expect, test } from 'vitest'
import type { Access } from '../access/access.tsx'
import { partsOf, type SlotPart } from './slots.tsx'

const part = (key: string, order: number, more: Partial<SlotPart> = {}): SlotPart => ({
  slot: 'a' as never,
  key,
  order,
  component: () => null,
  ...more,
})
const access = { permissions: ['orders.read'], modules: { orders: true, qaqc: false } } as unknown as Access

test('a place holds the parts declared for it, in their order, that the asker may see', () => {
  const parts = [
    part('late', 9),
    part('early', 1, { permission: 'orders.read', module: 'orders' }),
    part('not permitted', 2, { permission: 'sales.read' }),
    part('module hidden', 3, { permission: 'orders.read', module: 'qaqc' }),
    part('elsewhere', 4, { slot: 'b' as never }),
  ]
  expect(partsOf('a', parts, access).map(({ key }) => key)).toEqual(['early', 'late'])
  expect(partsOf('a', [], access)).toEqual([])
})

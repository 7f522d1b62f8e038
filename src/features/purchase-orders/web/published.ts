import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

/** Ordering what an order had once more, on its page (C2). */
export const reorder = {
  slot: 'order-detail.action',
  key: 'reorder',
  order: 10,
  permission: 'purchase_orders.write',
  module: 'orders',
  component: lazyComponent(() => import('./reorder.tsx')),
} satisfies SlotPart

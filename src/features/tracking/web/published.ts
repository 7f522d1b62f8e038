import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

/** The shipments of an order on its page. */
export const shipmentsOfOrder = {
  slot: 'order-detail.panel',
  key: 'shipments',
  order: 20,
  permission: 'tracking.read',
  module: 'orders',
  component: lazyComponent(() => import('./order-shipments.tsx')),
} satisfies SlotPart

import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

/** The documents of an order on its page. */
export const documentsOfOrder = {
  slot: 'order-detail.panel',
  key: 'documents',
  order: 25,
  permission: 'documents.read',
  module: 'orders',
  component: lazyComponent(() => import('./order-documents.tsx')),
} satisfies SlotPart

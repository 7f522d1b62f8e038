import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

/** The way to the assistant from an order (C2). */
export const askAboutOrder = {
  slot: 'order-detail.action',
  key: 'ask',
  order: 20,
  permission: 'assistant.write',
  module: 'chat',
  component: lazyComponent(() => import('./ask-about-order.tsx')),
} satisfies SlotPart

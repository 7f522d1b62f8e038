import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

export { ContactSupport } from './contact-support.tsx'

/** Conversations about an order on its page. */
export const conversationsOfOrder = {
  slot: 'order-detail.panel',
  key: 'conversations',
  order: 50,
  permission: 'conversations.read',
  module: 'chat',
  component: lazyComponent(() => import('./order-conversations.tsx')),
} satisfies SlotPart

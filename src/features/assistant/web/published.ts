import { fetchedPart } from '../../../platform/web/fetched-part.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

/** The way to the assistant from an order (C2). */
export const askAboutOrder = {
  slot: 'order-detail.action',
  key: 'ask',
  order: 20,
  permission: 'assistant.write',
  module: 'chat',
  component: fetchedPart(() => import('./ask-about-order.tsx')),
} satisfies SlotPart

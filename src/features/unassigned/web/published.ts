import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

/** The codes of a client on its page of the console. */
export const clientCodes = {
  slot: 'client.panel',
  key: 'codes',
  order: 10,
  permission: 'unassigned.manage',
  component: lazyComponent(() => import('./client-codes-panel.tsx')),
} satisfies SlotPart

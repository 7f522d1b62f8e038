import { fetchedPart } from '../../../platform/web/fetched-part.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

/** The codes of a client on its page of the console. */
export const clientCodes = {
  slot: 'client.panel',
  key: 'codes',
  order: 10,
  permission: 'unassigned.manage',
  component: fetchedPart(() => import('./client-codes-panel.tsx')),
} satisfies SlotPart

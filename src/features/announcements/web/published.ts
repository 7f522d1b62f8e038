import { fetchedPart } from '../../../platform/web/fetched-part.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

/** What is announced, above everything else of the dashboard. */
export const shownAnnouncements = {
  slot: 'dashboard.top',
  key: 'announcements',
  order: 10,
  component: fetchedPart(() => import('./shown-announcements.tsx')),
} satisfies SlotPart

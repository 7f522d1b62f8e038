import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

/** What is announced, above everything else of the dashboard. */
export const shownAnnouncements = {
  slot: 'dashboard.top',
  key: 'announcements',
  order: 10,
  component: lazyComponent(() => import('./shown-announcements.tsx')),
} satisfies SlotPart

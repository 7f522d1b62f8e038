import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

export { Bell } from './bell.tsx'

/** What somebody wants to be told of, among their settings. */
export const noticeChoices = {
  slot: 'settings.notices',
  key: 'notices',
  order: 10,
  component: lazyComponent(() => import('./notice-choices.tsx')),
} satisfies SlotPart

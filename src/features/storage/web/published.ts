import { fetchedPart } from '../../../platform/web/fetched-part.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

const quota = {
  key: 'storage',
  order: 30,
  component: fetchedPart(() => import('./quota-panel.tsx')),
}

/** How much is used of how much, beside what adds files. */
export const storageNote = {
  slot: 'files.room',
  key: 'storage',
  order: 10,
  component: fetchedPart(() => import('./storage-note.tsx')),
} satisfies SlotPart

/** The quota of a client on its page of the console. */
export const clientQuota = {
  ...quota,
  slot: 'client.panel',
  permission: 'tenants.manage',
} satisfies SlotPart

/** The quota of a person on their page. */
export const userQuota = {
  ...quota,
  slot: 'user.panel',
  permission: 'users.manage',
} satisfies SlotPart

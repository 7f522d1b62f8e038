import { fetchedPart } from '../../../platform/web/fetched-part.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

/** How much is used of how much, beside what adds files. */
export const storageNote = {
  slot: 'files.room',
  key: 'storage',
  order: 10,
  component: fetchedPart(() => import('./storage-note.tsx')),
} satisfies SlotPart

/** The quota of a client on its page of the console. */
export const clientQuota = {
  slot: 'client.panel',
  key: 'storage',
  order: 30,
  permission: 'tenants.manage',
  component: fetchedPart(() => import('./client-quota.tsx')),
} satisfies SlotPart

/** The quota of a person on their page. */
export const userQuota = {
  slot: 'user.panel',
  key: 'storage',
  order: 10,
  permission: 'users.manage',
  component: fetchedPart(() => import('./user-quota.tsx')),
} satisfies SlotPart

import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

const USED = [['storage']]

/** Whatever files are added to. */
export const storageLive: LiveTopics = {
  issues: USED,
  conversations: USED,
  'purchase-orders': USED,
  'document-requests': USED,
  documents: USED,
}

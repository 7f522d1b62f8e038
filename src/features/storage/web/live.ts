import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

/** Whatever files are added to. */
export const storageLive: LiveTopics = Object.fromEntries(
  ['issues', 'conversations', 'purchase-orders', 'document-requests', 'documents'].map((topic) => [
    topic,
    [['storage']],
  ]),
)

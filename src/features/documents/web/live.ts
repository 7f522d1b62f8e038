import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

export const documentsLive: LiveTopics = {
  documents: [['documents']],
  'document-requests': [['document-requests']],
  'document.acknowledged': [['documents']],
  // A certificate stands and falls with its lot.
  lots: [['documents']],
}

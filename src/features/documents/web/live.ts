import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

export const documentsLive: LiveTopics = {
  documents: [['documents']],
  'document.acknowledged': [['documents']],
}

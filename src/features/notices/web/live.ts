import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

export const noticesLive: LiveTopics = {
  notices: [['notices', 'told']],
  'preferences.changed': [['notices', 'choices']],
}

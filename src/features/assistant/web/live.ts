import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

/** Who answers or hears was chosen anew, on this screen or another. */
export const assistantLive: LiveTopics = {
  assistant: [
    ['assistant', 'state'],
    ['assistant', 'voice'],
  ],
}

import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

/** Who answers was chosen anew, on this screen or another. */
export const assistantLive: LiveTopics = { assistant: [['assistant', 'state']] }

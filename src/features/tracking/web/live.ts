import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

/** A batch of shipments, of what carriers tell of them or of what is in them changes all that is shown of any. */
export const trackingLive: LiveTopics = { tracking: [['tracking']] }

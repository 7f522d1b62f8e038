import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

/** Whatever happens to one issue changes the lists, the counts and its thread. */
export const issuesLive: LiveTopics = { issues: [['issues']] }

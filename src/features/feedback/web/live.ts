import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

export const feedbackLive: LiveTopics = { feedback: [['feedback']] }

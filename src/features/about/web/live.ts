import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

export const roadmapLive: LiveTopics = { roadmap: [['roadmap']], roadmap_comments: [['roadmap']] }

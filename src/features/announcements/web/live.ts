import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

export const announcementsLive: LiveTopics = { announcements: [['announcements']] }

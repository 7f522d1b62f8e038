import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

export const salesLive: LiveTopics = { sales: [['sales']] }

import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

export const demoRequestsLive: LiveTopics = { demo_requests: [['demo-requests']] }

import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

/** Lines of orders open lots, so a batch of those changes the lists too; a document may be a certificate. */
export const lotsLive: LiveTopics = { lots: [['lots']], orders: [['lots']], documents: [['lots']] }

import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

/** A batch of invoices, lines or payments changes every list and every balance; one of orders the cards beside them. */
export const financeLive: LiveTopics = { invoices: [['finance']], orders: [['finance', 'overview']] }

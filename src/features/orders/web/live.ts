import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

/** A batch of orders or of their lines changes every list and every count of orders. */
export const ordersLive: LiveTopics = { orders: [['orders']] }

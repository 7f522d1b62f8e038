import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

/** A batch of products or prices, what staff offer, and lines of orders, which open products. */
export const catalogueLive: LiveTopics = {
  products: [['catalogue']],
  prices: [['catalogue']],
  orders: [['catalogue']],
}

import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

/** A batch of orders or of their lines changes every list and every count of orders; a certificate and the state of its lot stand on the lines of one. */
export const ordersLive: LiveTopics = {
  orders: [['orders']],
  documents: [['orders', 'detail']],
  lots: [['orders', 'detail']],
}

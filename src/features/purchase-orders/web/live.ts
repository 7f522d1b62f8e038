import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

/** Any act of either side; orders, because upstream's takes the place of a pending one. */
export const purchaseOrdersLive: LiveTopics = {
  'purchase-orders': [['purchase-orders']],
  orders: [['purchase-orders', 'detail']],
}

import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

/** Each part follows its own data. */
export const dashboardLive: LiveTopics = {
  orders: [['dashboard', 'orders']],
  sales: [['dashboard', 'sales']],
  // Receivables stand beside the order cards.
  invoices: [['dashboard', 'orders']],
}

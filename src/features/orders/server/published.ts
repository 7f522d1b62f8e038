import { readOrdersOnDashboard } from './orders-on-dashboard.ts'

/** What the dashboard shows of orders. */
export const ordersOnDashboard = {
  part: 'orders',
  permission: 'orders.read',
  module: 'orders',
  read: readOrdersOnDashboard,
} as const

/** By how many days an order is past its promised date. */
export { daysLate } from '../domain/late.ts'
/** Whether a status is one of a group of the orders page. */
export { inGroup } from '../domain/order-status.ts'
/** Which of the source's statuses a text is a word of. */
export { knownStatus } from '../domain/status-words.ts'
/** The order of a number among those that the asker sees; the permission and the module are the caller's to check. */
export { findOrder } from './find-order.ts'
/** Orders of one tenant by group, for the console. */
export { groupsOfTenant } from './groups-of-tenant.ts'
/** The newest recorded changes of orders, for whatever tells of activity; `orders.read` and the module are the caller's to check. */
export { listOrderChanges } from './list-order-changes.ts'
/** The figures of the order cards, and the estimate of receivables; `orders.read` and the module are the caller's to check. */
export { readOrderCards } from './order-cards.ts'
/** A status in the reader's language. */
export { statusName } from './status-name.ts'

import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

/** The issues of an order on its page. */
export const issuesOfOrder = {
  slot: 'order-detail.panel',
  key: 'issues',
  order: 40,
  permission: 'issues.read',
  module: 'orders',
  component: lazyComponent(() => import('./order-issues.tsx')),
} satisfies SlotPart

/** What was asked about an invoice on its page. */
export const issuesOfInvoice = {
  slot: 'invoice.panel',
  key: 'issues',
  order: 10,
  permission: 'issues.read',
  module: 'orders',
  component: lazyComponent(() => import('./invoice-issues.tsx')),
} satisfies SlotPart

/** The issues about a lot on its page. */
export const issuesOfLot = {
  slot: 'lot.panel',
  key: 'issues',
  order: 10,
  permission: 'issues.read',
  module: 'orders',
  component: lazyComponent(() => import('./lot-issues.tsx')),
} satisfies SlotPart

/** How many are open, and the way to report another, on the Orders screen. */
export const issuesTile = {
  slot: 'orders.support',
  key: 'issues',
  order: 10,
  permission: 'issues.read',
  module: 'orders',
  component: lazyComponent(() => import('./issues-tile.tsx')),
} satisfies SlotPart

/** What is wrong with one line of an order. */
export const reportLine = {
  slot: 'order-line.action',
  key: 'issues',
  order: 10,
  permission: 'issues.write',
  module: 'orders',
  component: lazyComponent(() => import('./report-line.tsx')),
} satisfies SlotPart

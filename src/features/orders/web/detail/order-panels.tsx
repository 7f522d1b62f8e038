import { Slot } from '../../../../platform/web/slots/slots.tsx'
import type { Order, OrderDetail } from '../../contract.ts'

declare module '../../../../platform/web/slots/slots.tsx' {
  interface Slots {
    /** Panels of one order that other features know of: lots, shipments, invoices, files, issues. */
    'order-detail.panel': { order: Order }
    /** What can be done with one order. */
    'order-detail.action': { order: Order }
    /** What can be done about one line of it. */
    'order-line.action': { order: Order; line: OrderDetail['lines'][number] }
  }
}

export const OrderPanels = ({ order }: { order: Order }) => (
  <Slot name="order-detail.panel" given={{ order }} />
)

export const OrderActions = ({ order }: { order: Order }) => (
  <Slot name="order-detail.action" given={{ order }} />
)

import { IconClipboardText } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const purchaseOrdersNavigation: NavigationItem = {
  to: '/orders/purchase-orders',
  label: 'purchaseOrders',
  icon: IconClipboardText,
  group: 'buy',
  order: 15,
  permission: 'purchase_orders.read',
  module: 'orders',
}

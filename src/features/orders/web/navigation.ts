import { IconPackage } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'
import { useActiveOrders } from './use-active-orders.ts'

export const ordersNavigation: NavigationItem = {
  to: '/orders',
  label: 'orders',
  icon: IconPackage,
  group: 'buy',
  order: 10,
  permission: 'orders.read',
  module: 'orders',
  useCount: useActiveOrders,
}

import { IconPackage } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const ordersNavigation: NavigationItem = {
  to: '/orders',
  label: 'orders',
  icon: IconPackage,
  group: 'buy',
  order: 10,
  permission: 'orders.read',
  module: 'orders',
}

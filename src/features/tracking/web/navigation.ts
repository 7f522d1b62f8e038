import { IconTruckDelivery } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const trackingNavigation: NavigationItem = {
  to: '/orders/tracking',
  label: 'tracking',
  icon: IconTruckDelivery,
  group: 'buy',
  order: 20,
  permission: 'tracking.read',
  module: 'orders',
}

import { IconListDetails } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const catalogueNavigation: NavigationItem = {
  to: '/product/catalogue',
  label: 'catalogue',
  icon: IconListDetails,
  group: 'buy',
  order: 40,
  permission: 'products.read',
  module: 'product',
}

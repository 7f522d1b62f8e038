import { IconReceipt2 } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const financeNavigation: NavigationItem = {
  to: '/finance',
  label: 'finance',
  icon: IconReceipt2,
  group: 'money',
  order: 10,
  permission: 'invoices.read',
  module: 'finance',
}

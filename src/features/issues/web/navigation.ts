import { IconMessageReport } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const issuesNavigation: NavigationItem = {
  to: '/orders/issues',
  label: 'issues',
  icon: IconMessageReport,
  group: 'buy',
  order: 30,
  permission: 'issues.read',
  module: 'orders',
}

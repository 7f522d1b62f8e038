import { IconLayoutDashboard } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const dashboardNavigation: NavigationItem = {
  to: '/',
  label: 'dashboard',
  icon: IconLayoutDashboard,
  group: 'home',
  order: 1,
  permission: 'dashboard.read',
  module: 'dashboard',
}

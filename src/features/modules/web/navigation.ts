import { IconLayoutGrid } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const modulesNavigation: NavigationItem = {
  to: '/admin/modules',
  label: 'modules',
  icon: IconLayoutGrid,
  group: 'administration',
  order: 3,
  permission: 'tenants.manage',
}

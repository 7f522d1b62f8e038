import { IconShieldCog } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const rolesNavigation: NavigationItem = {
  to: '/admin/roles',
  label: 'roles',
  icon: IconShieldCog,
  group: 'administration',
  order: 12,
  permission: 'roles.manage',
}

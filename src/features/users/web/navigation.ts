import { IconDevices, IconUserCog } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const usersNavigation: NavigationItem = {
  to: '/admin/users',
  label: 'users',
  icon: IconUserCog,
  group: 'administration',
  order: 10,
  permission: 'users.manage',
}

export const sessionsNavigation: NavigationItem = {
  to: '/admin/sessions',
  label: 'sessions',
  icon: IconDevices,
  group: 'administration',
  order: 13,
  permission: 'users.manage',
}

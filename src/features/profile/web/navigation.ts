import { IconSettings, IconUserCircle } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const profileNavigation: NavigationItem = {
  to: '/profile',
  label: 'profile',
  icon: IconUserCircle,
  group: 'account',
  order: 5,
  module: 'profile',
}

export const settingsNavigation: NavigationItem = {
  to: '/settings',
  label: 'settings',
  icon: IconSettings,
  group: 'account',
  order: 10,
  module: 'settings',
}

import { IconUsers } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const membersNavigation: NavigationItem = {
  to: '/members',
  label: 'members',
  icon: IconUsers,
  group: 'account',
  order: 10,
  permission: 'members.manage',
}
